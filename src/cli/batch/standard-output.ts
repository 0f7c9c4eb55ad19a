/** Results on standard output, no faster than they are read. */
import { once } from 'node:events';
import type { Terminal } from '../terminal.ts';
import type { ResultSink } from './results.ts';

/** Writes results where all data of a command goes. They cannot be read again. */
export function standardOutput(terminal: Terminal): ResultSink {
  return {
    append: async (text) => {
      terminal.out(text);
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain', { signal: terminal.signal });
      return undefined;
    },
    read: () => Promise.reject(new Error('standard output cannot be read')),
    close: () => Promise.resolve(),
  };
}
