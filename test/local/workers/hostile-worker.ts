/** A page worker that some texts in a page make hang or die, as a fault in the library could. All other pages are read. */
import { parentPort } from 'node:worker_threads';
import type { PageInput } from '../../../src/local/page-input.ts';

const FAULTS: Readonly<Record<string, () => void>> = {
  /** Blocks for ever. */
  HANG() {
    for (;;);
  },
  /** Blocks in a regular expression. */
  REGEX() {
    /^(a+)+$/.test(`${'a'.repeat(64)}!`);
  },
  MEMORY() {
    // In small steps: V8 ends the whole process if the memory grows by more than its reserve before it stops the thread.
    for (let kept: unknown = {}; ; ) kept = { kept };
  },
  EXIT() {
    process.exit(1);
    for (;;);
  },
  THROW() {
    throw new Error('a thread fails');
  },
};

// This listener runs before the one of the page worker.
parentPort?.on('message', ({ body, context }: PageInput) => {
  if (context.url.includes('HANGLATE1')) parentPort?.postMessage({ characters: 10 });
  for (const [text, fault] of Object.entries(FAULTS)) if (String(body).includes(text)) fault();
});
await import('../../../src/local/workers/page-worker.ts');
