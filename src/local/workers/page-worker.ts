/** The thread that reads pages: one at a time, as they come. */
import { parentPort } from 'node:worker_threads';
import type { ParsedPage } from '../../pages/index.ts';
import { type PageInput, readText, textOf } from '../page-input.ts';
import { toWire, type WireError } from './wire-error.ts';

/** What the thread sends: that it has started, then an answer for every page. */
export type WorkerMessage = { ready: true } | { page: ParsedPage } | { error: WireError };

const send = (message: WorkerMessage) => parentPort?.postMessage(message);

parentPort?.on('message', async (input: PageInput) => {
  try {
    send({ page: readText(input, await textOf(input)) });
  } catch (error) {
    send({ error: toWire(error) });
  }
});
send({ ready: true });
