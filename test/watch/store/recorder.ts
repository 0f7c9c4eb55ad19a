/** A process of the tests that records visits: `node recorder.js URL SCHEMA UNTIL`. It prints the number of each visit that it recorded. */
import { postgresWatchStore } from '../../../src/entries/watch.ts';
import { change, envelope, look, START, target, visit } from '../visits.ts';

const [url = '', schema = '', until = ''] = process.argv.slice(2);
const store = postgresWatchStore(url, { schema });
await store.add([target('a')]);
for (;;) {
  const number = ((await store.target('a'))?.state?.visits ?? 0) + 1;
  if (number > Number(until)) break;
  const at = START + number * 60_000;
  const recorded = await store.record(
    visit('a', number, look(at, { price: number, currency: 'USD', seller: { id: `S${number}` } }), {
      envelopes: [envelope(at, { bb_price: number }), envelope(at, { page: 2 })],
      changes: [change(`c${number}`, at), change(`d${number}`, at)],
      deliveries: [{ change: `c${number}`, receiver: 'mail' }],
    }),
  );
  if (recorded) process.stdout.write(`${number}\n`);
}
await store.close();
