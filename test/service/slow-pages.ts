/** A page source for processes of tests. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pace } from '../../src/entries/local.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { program } from '../built/program.ts';

/** A module for `--pages`. */
export interface SlowPages {
  path: string;
  folder: string;
  /** Lets all pages arrive. */
  open(): void;
  /** Returns the times at which pages were requested [milliseconds since the epoch]. */
  starts(): number[];
}

/** Writes a module that returns fixture pages: at once, or when the gate is open. */
export function slowPages({ isGated = false, pace }: { isGated?: boolean; pace?: Pace } = {}): SlowPages {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-pages-'));
  const [path, gate, starts] = ['slow-pages.mjs', 'open', 'starts'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  if (!isGated) writeFileSync(gate, '');
  writeFileSync(starts, '');
  writeFileSync(
    path,
    `import { appendFileSync, existsSync } from 'node:fs';
     import { savedPages } from ${JSON.stringify(program('local'))};
     const saved = savedPages(${JSON.stringify(FIXTURES_FOLDER)});
     const pages = async (request) => {
       appendFileSync(${JSON.stringify(starts)}, Date.now() + '\\n');
       while (!existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 20));
       return saved(request);
     };
     export default Object.assign(pages, ${JSON.stringify(pace === undefined ? {} : { pace })});`,
  );
  return {
    path,
    folder,
    open: () => writeFileSync(gate, ''),
    starts: () => readFileSync(starts, 'utf8').split('\n').filter(Boolean).map(Number),
  };
}
