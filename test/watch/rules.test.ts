import { expect, test } from 'vitest';
import { changeId } from '../../src/watch/compare/compare.ts';
import { checkedRules, limitsOf, reported } from '../../src/watch/rules.ts';
import type { Change, Rules } from '../../src/watch/types.ts';
import { HOUR, START } from './targets.ts';

const rulesOf = (value: unknown) => checkedRules({ name: 'when', value });

function change(type: Change['type'], before: unknown, after: unknown, more: object = {}): Change {
  const target = { id: 't1', endpoint: 'product', params: { asin: 'B0LANTERN1' } };
  const at = new Date(START).toISOString();
  return { id: type, type, target, asin: 'B0LANTERN1', field: 'x', before, after, at, ...more } as unknown as Change;
}

const typesOf = (rules: Rules | undefined, changes: readonly Change[]) =>
  reported(changes, rules === undefined ? undefined : rulesOf(rules)).changes.map(({ id }) => id);

test.each([
  [{ price_bellow: 3 }, 'when.price_bellow: is not an option of when. Did you mean "price_below"?'],
  [
    { price_below: true },
    'when.price_below: true is not valid: expected a limit above 0, or { below: 20, cooldown: "6h" }.',
  ],
  [{ price_below: 0 }, 'when.price_below: 0 is not valid: expected a number above 0.'],
  [{ stock_low: {} }, 'when.stock_low.below: missing: expected a limit above 0, or { below: 20, cooldown: "6h" }.'],
  [{ out_of_stock: 3 }, 'when.out_of_stock: 3 is not valid: expected true, or an object of conditions.'],
  [
    { buybox_lost: { cooldown: '1 hour' } },
    /^when\.buybox_lost\.cooldown: "1 hour" is not valid: expected a time from /,
  ],
  [
    { buybox_lost: { seler: 'A' } },
    'when.buybox_lost.seler: is not an option of when.buybox_lost. Did you mean "seller"?',
  ],
  [{ buybox_lost: { seller: [] } }, /^when\.buybox_lost\.seller: /],
  [{ rank_changed: { top: 0 } }, 'when.rank_changed.top: 0 is not valid: expected a whole number of 1 or more.'],
  [
    { content_changed: { fields: ['price'] } },
    /^when\.content_changed\.fields: .*expected a list of title, image_url, feature_bullets\.$/,
  ],
  [[], 'when: a list is not valid: expected an object.'],
])('%j is refused', (rules, message) => {
  expect(() => rulesOf(rules)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIGURATION' }));
  expect(() => rulesOf(rules)).toThrow(message);
});

test('limits are those of the rules', () => {
  expect(limitsOf(rulesOf({ price_below: 20, stock_low: { below: 3 } }))).toEqual({ price_below: 20, stock_low: 3 });
  expect(limitsOf(undefined)).toEqual({});
});

test('without rules everything is reported, with rules only what they name', () => {
  const changes = [change('out_of_stock', true, false), change('listing_gone', true, false)];
  expect(typesOf(undefined, changes)).toEqual(['out_of_stock', 'listing_gone']);
  expect(typesOf({ listing_gone: true }, changes)).toEqual(['listing_gone']);
});

test.each<[rules: Rules, before: unknown, after: unknown, isReported: boolean]>([
  [{ price_changed: { percent: 10 } }, 20, 18, true],
  [{ price_changed: { percent: 10 } }, 20, 18.5, false],
  [{ price_changed: { amount: 0.1 } }, 20, 20.1, true],
  [{ price_changed: { amount: 0.2 } }, 20, 20.1, false],
  [{ price_changed: { percent: 1, amount: 5 } }, 20, 18, false],
  [{ price_changed: { percent: 50 } }, 20, null, true],
  [{ rank_changed: { places: 3 } }, 10, 7, true],
  [{ rank_changed: { places: 3 } }, 10, 8, false],
  [{ rank_changed: { top: 10 } }, 12, 9, true],
  [{ rank_changed: { top: 10 } }, 9, null, true],
  [{ rank_changed: { top: 10 } }, 9, 8, false],
  [{ buybox_lost: { seller: 'A1' } }, { id: 'A1' }, { id: 'B2' }, true],
  [{ buybox_lost: { seller: 'A1' } }, { id: 'B2' }, { id: 'A1' }, false],
  [{ buybox_won: { seller: ['A1', 'C3'] } }, { id: 'B2' }, { id: 'A1' }, true],
  [{ buybox_won: { seller: null } }, { id: 'B2' }, { id: null, name: 'Amazon.com' }, true],
  [{ buybox_won: { seller: null } }, { id: 'B2' }, { name: 'Larkmoor' }, false],
  [{ offer_removed: { seller: 'A1' } }, { seller: { id: 'A1' } }, null, true],
  [{ offer_added: { seller: 'A1' } }, null, { seller: { id: 'B2' } }, false],
])('%j: from %j to %j: %j', (rules, before, after, isReported) => {
  const [type] = Object.keys(rules) as [Change['type']];
  expect(typesOf(rules, [change(type, before, after)])).toEqual(isReported ? [type] : []);
});

test('fields of the content', () => {
  const title = change('content_changed', 'a', 'b', { field: 'title' });
  expect(typesOf({ content_changed: { fields: ['title'] } }, [title])).toHaveLength(1);
  expect(typesOf({ content_changed: { fields: ['image_url'] } }, [title])).toHaveLength(0);
});

test('a cooldown is of one rule and product, and does not delay changes of the same look', () => {
  const rules = rulesOf({ price_changed: { cooldown: '6h' }, rating_changed: true });
  const at = (hours: number) => new Date(START + hours * HOUR).toISOString();
  const price = (hours: number, asin: string) => change('price_changed', 20, 18, { at: at(hours), asin });
  const first = reported([price(0, 'B0LANTERN1'), price(0, 'B0LANTERN1')], rules);
  expect(first.changes).toHaveLength(2);
  const later = reported([price(5, 'B0LANTERN1'), price(5, 'B0WASSERK1')], rules, first.reported_at);
  expect(later.changes.map(({ asin }) => asin)).toEqual(['B0WASSERK1']);
  const last = reported([price(6, 'B0LANTERN1')], rules, JSON.parse(JSON.stringify(later.reported_at)) as never);
  expect(last.changes).toHaveLength(1);
  // A rule that has cooled down is forgotten.
  expect(Object.keys(reported([price(30, 'B0LANTERN1')], rules, last.reported_at).reported_at)).toEqual([
    'price_changed',
  ]);
  expect(reported([], rules, last.reported_at).reported_at).toEqual(last.reported_at);
});

test('an id is the same for the same change, and differs in each part', () => {
  const id = changeId({ target: 't1', number: 3, since: START }, 'price_changed', 'bb_price', '');
  expect(id).toBe('oJ5zmlKLNeNGcaXiD16s-N8m');
  const others = [
    changeId({ target: 't2', number: 3, since: START }, 'price_changed', 'bb_price', ''),
    changeId({ target: 't1', number: 3, since: START + 1 }, 'price_changed', 'bb_price', ''),
    changeId({ target: 't1', number: 4, since: START }, 'price_changed', 'bb_price', ''),
    changeId({ target: 't1', number: 3, since: START }, 'price_below', 'bb_price', ''),
    changeId({ target: 't1', number: 3, since: START }, 'price_changed', 'price', ''),
    changeId({ target: 't1', number: 3, since: START }, 'price_changed', 'bb_price', 'B0LANTERN1'),
  ];
  expect(new Set([id, ...others]).size).toBe(7);
});
