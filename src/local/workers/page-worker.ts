/** Entry of a worker thread: reads one page at a time. */
import { parentPort } from 'node:worker_threads';
import type { ParsedPage } from '../../pages/index.ts';
import { type PageInput, readInput } from '../page-input.ts';
import { toWire, type WireError } from './wire-error.ts';

/** A message of the thread: that it has started, then one result per page. */
export type WorkerMessage = { ready: true } | { page: ParsedPage } | { error: WireError };

const send = (message: WorkerMessage) => parentPort?.postMessage(message);

parentPort?.on('message', async (input: PageInput) => {
  try {
    send({ page: await readInput(input) });
  } catch (error) {
    send({ error: toWire(error) });
  }
});
send({ ready: true });
