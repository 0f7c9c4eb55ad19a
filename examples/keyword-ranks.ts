/**
 * Prints how the positions of your products in the organic results of keywords change.
 *
 *   node examples/keyword-ranks.ts --keyword "camping lantern" --keyword "led lantern" --pages 3 --history ranks.db B0LANTERN1 B07XJ8C8F5
 *   node examples/keyword-ranks.ts --fixtures
 *
 * Run it from cron, at most hourly. The file of `--history` keeps all positions: the first run prints nothing, further ones what has changed since.
 */
import { parseArgs } from 'node:util';
import { createMarketplace } from 'buybox';
import { watch } from 'buybox/watch';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keyword: { type: 'string', multiple: true, default: ['camping lantern'] },
    pages: { type: 'string', default: '2' },
    history: { type: 'string', default: 'ranks.db' },
    fixtures: { type: 'boolean', default: false },
  },
});
const offline = values.fixtures ? (await import('./fixtures.ts')).livingFixtures() : undefined;
const marketplace = offline?.marketplace ?? createMarketplace();

const asins = offline?.asins ?? positionals;
const searches = values.keyword.map(
  (keyword) => ({ endpoint: 'search', params: { keyword }, pages: Number(values.pages), asins }) as const,
);
const changes = watch(marketplace, searches, {
  once: true,
  db: values.history,
  when: { rank_changed: true },
  onEvent: (event) => event.type === 'failed' && console.error(`${event.target}: ${event.error}`),
  ...offline?.options,
});
for await (const { at, target, asin, before, after } of changes)
  console.log(at, target.params.keyword, asin, before ?? 'not found', '->', after ?? 'not found');
await marketplace.close();
