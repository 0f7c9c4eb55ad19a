/**
 * Prints when another seller gets the Buy Box of a product, and what it costs then. With your seller id it says when you win or lose the Buy Box.
 *
 *   node examples/buy-box-monitor.ts B0LANTERN1:us B0WASSERK1:de --seller A1B2C3D4E5F6G7 --every 900
 *   node examples/buy-box-monitor.ts B0LANTERN1 --once --state buy-box.db      for cron
 *   node examples/buy-box-monitor.ts --fixtures --seller A1LARKMOOR0US
 *
 * The file of `--state` keeps what was seen: after a restart, the monitor goes on. `npx buybox history B0LANTERN1 --db buy-box.db` prints the share of
 * each seller.
 */
import { parseArgs } from 'node:util';
import { createMarketplace } from 'buybox';
import { type Rules, watch } from 'buybox/watch';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seller: { type: 'string' },
    every: { type: 'string', default: '900' },
    once: { type: 'boolean', default: false },
    state: { type: 'string', default: 'buy-box.db' },
    fixtures: { type: 'boolean', default: false },
  },
});
const offline = values.fixtures ? (await import('./fixtures.ts')).livingFixtures() : undefined;
const marketplace = offline?.marketplace ?? createMarketplace();
// Without any, those of the file are watched.
const targets = offline?.asins ?? (positionals.length > 0 ? positionals : undefined);

const { seller } = values;
const sellers: Rules =
  seller === undefined ? { buybox_won: true } : { buybox_won: { seller }, buybox_lost: { seller } };
const changes = watch(marketplace, targets, {
  every: Number(values.every) * 1_000,
  once: values.once,
  db: values.state,
  when: { ...sellers, buybox_suppressed: true, price_changed: true },
  onEvent: (event) => event.type === 'failed' && console.error(`${event.target}: ${event.error}`),
  ...offline?.options,
});
for await (const { at, type, target, before, after, currency = '' } of changes)
  console.log(at, type, target.id, before, '->', after, currency);
await marketplace.close();
