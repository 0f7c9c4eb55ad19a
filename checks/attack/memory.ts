/** Compares the memory that a parsed page holds with the tree of parse5 alone. */
import { parse } from 'parse5';
import type { PageContext } from '../../src/entries/parse.ts';
import type { Failure, Reader } from './verdict.ts';

/** The highest ratio. */
export const HIGHEST_RATIO = 1.5;
/** Below this memory the ratio says nothing: the data is most of it. */
export const COMPARED_BYTES = 2_000_000;

export interface Memory {
  /** Bytes that are held: by the page with its data, and by parse5's tree. */
  held: number;
  bare: number;
  failure?: Failure;
}

/** Measures a page. Runs only with `--expose-gc`. */
export function memoryOf(html: string, context: PageContext, reader: Reader): Memory {
  // A string that was joined from parts is made flat first: that is not the reader's memory.
  const page = Buffer.from(html).toString();
  const read = () => {
    try {
      return reader(page, context);
    } catch (error) {
      return error;
    }
  };
  // Selectors that are compiled once are not memory of the page.
  read();
  const bare = heldBy(() => parse(page));
  const held = heldBy(read);
  const isOver = bare >= COMPARED_BYTES && held > HIGHEST_RATIO * bare;
  const detail = `${mb(held)} MB, parse5 ${mb(bare)} MB`;
  return { held, bare, ...(isOver && { failure: { kind: 'memory', detail } }) };
}

/** Returns the bytes that the result of a function holds. */
function heldBy(make: () => unknown): number {
  const before = heap();
  const kept = [make()];
  const after = heap();
  kept.pop();
  return Math.max(0, after - before);
}

function heap(): number {
  if (global.gc === undefined) throw new Error('run with --expose-gc');
  global.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function mb(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
