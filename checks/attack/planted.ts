/** A reader with a planted fault, to show that a run finds it. `PLANTED` names the fault. */
import { existsSync, writeFileSync } from 'node:fs';
import { serve } from './child.ts';
import { type Reader, readers } from './verdict.ts';

const page = (price: number) => ({ found: true, data: { offers: [{ price }] } });

const held: unknown[] = [];

const FAULTS: Readonly<Record<string, Reader>> = {
  endless: () => {
    for (;;);
  },
  infinity: () => page(Number.POSITIVE_INFINITY),
  inexact: () => page(1e94),
  error: () => {
    throw new TypeError('planted');
  },
  exit: () => process.exit(3),
  heap: () => {
    for (;;) held.push(new Array(1_000_000).fill(1));
  },
  holding: () => ({ ...page(1), document: Array.from({ length: 1_000_000 }, (_, at) => ({ at })) }),
  once: () => {
    const file = process.env.PLANTED_ONCE ?? '';
    if (existsSync(file)) return page(1);
    writeFileSync(file, '');
    for (;;);
  },
  none: () => page(1),
};

const reader = FAULTS[process.env.PLANTED ?? ''] as Reader;
// Collecting a full heap takes CPU time: the guard must not come first.
serve(Object.fromEntries(Object.keys(readers).map((name) => [name, reader])) as unknown as typeof readers, () =>
  process.env.PLANTED === 'heap' ? 60_000 : 200,
);
