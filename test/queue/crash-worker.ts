/** A worker process of the tests: `node crash-worker.ts URL MODE`. It prints a line for each call. */
import { marketplaceFrom } from '../../src/contract/marketplace.ts';
import { createWorker, type JobResult } from '../../src/entries/queue.ts';
import { envelopeOf, fakeMarketplace } from './support.ts';

const [redis = '', mode = ''] = process.argv.slice(2);
const calling = fakeMarketplace(async (call) => {
  process.stdout.write(`${JSON.stringify({ asin: call.params.asin, key: call.options.idempotencyKey })}\n`);
  if (mode === 'crash' || (mode === 'crash-one' && call.params.asin === 'B0KILLER01'))
    process.kill(process.pid, 'SIGKILL');
  if (mode === 'hang') await new Promise(() => setInterval(() => undefined, 1_000));
  return envelopeOf(call);
});
/** In the mode `crash-result`, the process dies while a result is delivered. */
const results = async ({ key }: JobResult) => {
  if (mode !== 'crash-result') return;
  process.stdout.write(`${JSON.stringify({ delivered: key })}\n`, () => process.kill(process.pid, 'SIGKILL'));
  await new Promise(() => setInterval(() => undefined, 1_000));
};
/** In the mode `crash-waiting`, the process dies while its call waits for the pace of its site. */
const waiting = marketplaceFrom(
  async (_endpoint, _params, _options, onResponse) => {
    onResponse?.onWait?.({ reason: 'pace' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return process.kill(process.pid, 'SIGKILL') as never;
  },
  async () => undefined,
);
const marketplace = mode === 'crash-waiting' ? waiting : calling;
await createWorker({ redis, marketplace, results, lockMs: 300, stalledCheckMs: 200 }).run();
