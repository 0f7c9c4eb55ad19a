/**
 * Calls a webhook when products sell out, run low or come back in stock.
 *
 *   node examples/stock-alert.ts B0LANTERN1:us B0WASSERK1:de --low 5 --webhook https://hooks.example.com/stock --every 1800
 *   node examples/stock-alert.ts --fixtures
 *
 * BUYBOX_WEBHOOK_SECRET signs the requests of the webhook. Without one, alerts are printed.
 * A page without stock information, a block or a timeout changes nothing, and a second look confirms each change (`--confirm 1`: none does). The file of
 * `--state` keeps what was seen and what is not delivered yet: after a restart, each alert arrives at least once, with the same id.
 */
import { parseArgs } from 'node:util';
import { createMarketplace } from 'buybox';
import { type Change, watch, webhookDelivery } from 'buybox/watch';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    webhook: { type: 'string' },
    low: { type: 'string', default: '5' },
    confirm: { type: 'string', default: '2' },
    every: { type: 'string', default: '1800' },
    state: { type: 'string', default: 'stock.db' },
    fixtures: { type: 'boolean', default: false },
  },
});
const offline = values.fixtures ? (await import('./fixtures.ts')).livingFixtures() : undefined;
const marketplace = offline?.marketplace ?? createMarketplace();
// Without any, those of the file are watched.
const targets = offline?.asins ?? (positionals.length > 0 ? positionals : undefined);

const { webhook, low, confirm } = values;
const print = (change: Change) => console.log(JSON.stringify(change));
const alerts = watch(marketplace, targets, {
  every: Number(values.every) * 1_000,
  db: values.state,
  when: { stock_low: Number(low) + 1, out_of_stock: true, back_in_stock: true, listing_gone: true, listing_back: true },
  confirm: confirm === '1' ? 'never' : 'always',
  deliver:
    webhook === undefined ? print : webhookDelivery({ url: webhook, secret: process.env.BUYBOX_WEBHOOK_SECRET ?? '' }),
  onEvent: (event) => {
    if (event.type === 'failed') console.error(`${event.target}: ${event.error}`);
    if (event.type === 'undelivered') console.error(`${event.change.id}: ${event.error}`);
  },
  ...offline?.options,
});
await alerts.done;
await marketplace.close();
