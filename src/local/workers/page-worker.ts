/** Entry of a worker thread: reads one page at a time. */
import { parentPort } from 'node:worker_threads';
import { type ParsedPage, readPage } from '../../pages/index.ts';
import { htmlOf, type PageInput } from '../page-input.ts';
import { toWire, type WireError } from './wire-error.ts';

/** A message of the thread: that it has started; of each page, that its HTML has so many characters and reading begins, and then the result. */
export type WorkerMessage = { ready: true } | { characters: number } | { page: ParsedPage } | { error: WireError };

const send = (message: WorkerMessage) => parentPort?.postMessage(message);

parentPort?.on('message', async (input: PageInput) => {
  try {
    const html = await htmlOf(input);
    send({ characters: html.length });
    send({ page: readPage(html, input.context, input.requested) });
  } catch (error) {
    send({ error: toWire(error) });
  }
});
send({ ready: true });
