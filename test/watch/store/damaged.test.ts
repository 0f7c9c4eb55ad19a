import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { HistoryStore } from '../../../src/watch/sql-store.ts';
import { sqliteWatchStore } from '../../../src/watch/sqlite-store.ts';
import { HOUR, LAMP, openShop, product, settled } from '../run/support.ts';
import { freshFile } from '../stores.ts';
import { change, envelope, look, START, target, visit } from '../visits.ts';

/** Returns a file of a watch with a target and two looks at it, in which a statement has damaged something. */
async function damagedFile(sql: string): Promise<string> {
  const path = freshFile();
  const store = sqliteWatchStore(path, { envelopes: 'all' });
  await store.add([target("it's")]);
  for (const number of [1, 2]) {
    const at = START + number * HOUR;
    const seen = look(at, {
      price: number,
      currency: 'USD',
      seller: { id: `S${number}` },
      deal: { text: 'Deal' } as never,
    });
    await store.record(
      visit("it's", number, seen, {
        envelopes: [envelope(at, { bb_price: number })],
        changes: [change(`c${number}`, at)],
        deliveries: [{ change: `c${number}`, receiver: 'mail' }],
      }),
    );
  }
  await store.close();
  const file = new DatabaseSync(path);
  file.exec(sql);
  file.close();
  return path;
}

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const asTarget = (store: HistoryStore) => store.target("it's");
const asObservations = (store: HistoryStore) => all(store.observations({ target: "it's", envelopes: true }));

describe('a damaged value in the file of a watch', () => {
  it.each<[string, string, string, (store: HistoryStore) => Promise<unknown>]>([
    [
      'state of a target',
      `UPDATE watch_targets SET state = '{"visits":'`,
      "watch_targets.state (id = 'it''s')",
      asTarget,
    ],
    ['parameters', "UPDATE watch_targets SET params = ''", "watch_targets.params (id = 'it''s')", asTarget],
    [
      'options',
      "UPDATE watch_targets SET options = '{'",
      "watch_targets.options (id = 'it''s')",
      (store) => all(store.targets()),
    ],
    [
      'change',
      "UPDATE watch_changes SET change = '?'",
      'watch_changes.change (position = 1)',
      (store) => all(store.changes()),
    ],
    [
      'common part of changes',
      "UPDATE watch_change_parts SET content = '?'",
      'watch_change_parts.content (no = 1)',
      (store) => all(store.changes()),
    ],
    [
      'delivery',
      "UPDATE watch_changes SET change = '?'",
      'watch_changes.change (position = 1)',
      (store) => store.deliveries('mail', 9),
    ],
    ['deal', "UPDATE watch_observations SET deal = '{'", 'watch_observations.deal (target = 1', asObservations],
    [
      'seller',
      "UPDATE watch_sellers SET identity = '{' || no",
      'watch_observations.seller (target = 1',
      asObservations,
    ],
    [
      'point of a history',
      "UPDATE watch_sellers SET identity = '{' || no",
      'watch_observations.seller (first_at',
      (store) => store.history({ target: "it's", field: 'seller' }),
    ],
    [
      'envelope',
      "UPDATE watch_envelopes SET body = x'00ff'",
      'watch_envelopes.body (target = 1 AND page = 0',
      asObservations,
    ],
  ])('is an error that names it: the %s', async (_, sql, place, read) => {
    const path = await damagedFile(sql);
    const store = sqliteWatchStore(path);
    const error = await read(store).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'BadRequestError', code: 'INVALID_CONFIGURATION', parameter: 'store' });
    const { message } = error as Error;
    expect(message).toContain(place);
    expect(message).toMatch(/is damaged \(.+\)\. Restore a copy of the store, or delete the row\./);
    await store.close();
  });

  it('ends a watch, and the row can be deleted', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const db = freshFile();
    const id = `product:${LAMP}:us`;
    await shop.watch(product(LAMP), { db, once: true }).done;
    const file = new DatabaseSync(db);
    file.exec(`UPDATE watch_targets SET state = 'x'`);
    await expect(shop.watch(product(LAMP), { db }).done).rejects.toThrow(
      `${db}: watch_targets.state (id = '${id}') is damaged`,
    );
    file.exec(`DELETE FROM watch_targets WHERE id = '${id}'`);
    file.close();
    const watching = shop.watch(product(LAMP), { db });
    await settled(() => shop.eventsOf('looked').length === 2);
    await watching.close();
  });
});
