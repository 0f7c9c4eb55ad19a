/** Reads a page in the pool of threads that programs use. */

import type { PageContext } from '../../src/entries/parse.ts';
import { WorkerPool } from '../../src/local/workers/worker-pool.ts';
import { detectRequested } from '../../src/pages/parse.ts';
import { startBuilt } from '../../test/built/program.ts';
import { judged, type Outcome, ofError } from './verdict.ts';

let pool: WorkerPool | undefined;

export async function readInWorkers(html: string, context: PageContext): Promise<Outcome> {
  pool ??= new WorkerPool({ size: 1, start: startBuilt('page-worker') });
  try {
    return judged(
      await pool.read(
        { body: html, compression: undefined, contentType: undefined, requested: detectRequested(context), context },
        false,
        new AbortController().signal,
      ),
    );
  } catch (error) {
    return ofError(error);
  }
}
