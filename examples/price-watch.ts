/**
 * Prints price changes and deals of products in several marketplaces, and prices that fall below a limit.
 *
 *   node examples/price-watch.ts B0LANTERN1:us B0WASSERK1:de --below 30 --every 3600
 *   node examples/price-watch.ts --fixtures
 *
 * A target is an ASIN, with its marketplace behind a colon, or a URL. The file of `--db` keeps what was seen: after a restart, the watch goes on.
 * `npx buybox history B0LANTERN1 --db price-watch.db` prints the prices so far.
 */
import { parseArgs } from 'node:util';
import { createMarketplace } from 'buybox';
import { watch } from 'buybox/watch';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    below: { type: 'string' },
    every: { type: 'string', default: '3600' },
    db: { type: 'string', default: 'price-watch.db' },
    fixtures: { type: 'boolean', default: false },
  },
});
const offline = values.fixtures ? (await import('./fixtures.ts')).livingFixtures() : undefined;
const marketplace = offline?.marketplace ?? createMarketplace();
// Without any, those of the file are watched.
const targets = offline?.asins ?? (positionals.length > 0 ? positionals : undefined);

const changes = watch(marketplace, targets, {
  every: Number(values.every) * 1_000,
  db: values.db,
  when: {
    price_changed: true,
    deal_started: true,
    deal_ended: true,
    price_below: values.below === undefined ? undefined : Number(values.below),
  },
  onEvent: (event) => event.type === 'failed' && console.error(`${event.target}: ${event.error}`),
  ...offline?.options,
});
for await (const { at, type, target, before, after, currency } of changes)
  console.log(at, type, target.id, before, '->', after, currency);
await marketplace.close();
