import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldTree, pickFields } from '../../src/contract/fields.ts';
import type { AnyEnvelope } from '../../src/contract/marketplace.ts';
import { arbitraries } from '../../src/entries/testing.ts';
import { compare } from '../../src/watch/compare/compare.ts';
import type { Known, Look } from '../../src/watch/look.ts';
import { fieldsOf, lookAt } from '../../src/watch/looks/look-at.ts';
import type { StoredTarget } from '../../src/watch/store/store.ts';
import type { ChangeType } from '../../src/watch/types.ts';
import { runsOf } from '../runs.ts';
import { oddly, stored, TARGETS } from './targets.ts';

const types = Object.keys(TARGETS) as (keyof typeof TARGETS)[];
const runs = runsOf(60);

/** The type of the reverse change. Those without one are not symmetric. */
const REVERSE: { readonly [Type in ChangeType]?: ChangeType } = {
  price_changed: 'price_changed',
  deal_started: 'deal_ended',
  deal_ended: 'deal_started',
  coupon_changed: 'coupon_changed',
  buybox_lost: 'buybox_won',
  buybox_won: 'buybox_lost',
  offer_added: 'offer_removed',
  offer_removed: 'offer_added',
  offer_changed: 'offer_changed',
  out_of_stock: 'back_in_stock',
  back_in_stock: 'out_of_stock',
  rank_changed: 'rank_changed',
  rating_changed: 'rating_changed',
  content_changed: 'content_changed',
  seller_changed: 'seller_changed',
  listing_gone: 'listing_back',
  listing_back: 'listing_gone',
};

function knownOf(target: StoredTarget, look: Look): Known {
  return compare(undefined, look, { target, visit: 1 }).known;
}

describe.each(types)('%s', (type) => {
  const target = TARGETS[type];
  const looks = (arbitraries.envelopes[type] as fc.Arbitrary<AnyEnvelope>).map((envelope) =>
    lookAt(target, [envelope]),
  );
  // Which of two values in different units is left out depends on which one is the newer one.
  const same = looks.map((look) => withUnits({ ...look, gaps: [] }));

  test('a look compared with itself shows no change, and is known as JSON', () => {
    fc.assert(
      fc.property(looks, (look) => {
        const known = knownOf(target, look);
        expect(stored(known)).toEqual(known);
        const again = compare(known, look, { target, visit: 2 });
        expect(again.drafts).toEqual([]);
        expect(again.known).toEqual(known);
      }),
      runs,
    );
  });

  test('a value that is removed from the second look makes no change', () => {
    fc.assert(
      fc.property(looks, looks, fc.nat(), (one, other, choice) => {
        const paths = [
          ...Object.keys(other.values).map((name) => ['values', name]),
          ...Object.entries(other.entries ?? {}).flatMap(([asin, entry]) =>
            Object.keys(entry).map((name) => ['entries', asin, name]),
          ),
          ...Object.entries(other.offers ?? {}).flatMap(([key, offer]) =>
            Object.keys(offer)
              .filter((name) => name !== 'seller' && name !== 'condition')
              .map((name) => ['offers', key, name]),
          ),
          ['is_complete'],
          // A value without its unit is another value.
        ].filter((path) => !['currency', 'rank_category'].includes(path.at(-1) ?? ''));
        const less = without(other, paths[choice % paths.length] ?? []);
        const known = knownOf(target, one);
        const idsOf = (look: Look) => compare(known, look, { target, visit: 2 }).drafts.map(({ id }) => id);
        const all = idsOf(other);
        expect(idsOf(less).filter((id) => !all.includes(id))).toEqual([]);
      }),
      runs,
    );
  });

  test('a change and its reverse are symmetric', () => {
    fc.assert(
      fc.property(same, same, (one, other) => {
        // Of a target that is gone nothing else is known.
        if (!one.found || !other.found) return;
        const changes = (from: Look, to: Look) =>
          compare(knownOf(target, from), to, { target, visit: 2 }).drafts.flatMap(
            ({ type: name, field, asin, before, after }) =>
              REVERSE[name] === undefined ? [] : [{ name, field, asin, before, after }],
          );
        const turned = changes(other, one).map(({ name, before, after, ...others }) => ({
          ...others,
          name: REVERSE[name],
          before: after,
          after: before,
        }));
        const sorted = (list: object[]) => list.map((change) => JSON.stringify(Object.entries(change).sort())).sort();
        expect(sorted(turned)).toEqual(sorted(changes(one, other)));
      }),
      runs,
    );
  });

  test('the fields that a look asks for are all that it needs', () => {
    const fields = fieldTree(fieldsOf(target));
    fc.assert(
      fc.property(arbitraries.envelopes[type] as fc.Arbitrary<AnyEnvelope>, (envelope) => {
        const less = { ...envelope, data: pickFields(envelope.data, fields) } as AnyEnvelope;
        expect(lookAt(target, [less])).toEqual(lookAt(target, [envelope]));
      }),
      runs,
    );
  });

  test('a member of another type takes values away, and changes none', () => {
    const fields = fieldTree(fieldsOf(target));
    const honest = (arbitraries.envelopes[type] as fc.Arbitrary<AnyEnvelope>)
      .filter(({ found }) => found)
      .map((envelope) => ({ ...envelope, data: pickFields(envelope.data, fields) }) as AnyEnvelope);
    const pairs = honest.chain((envelope) => {
      const data = oddly(fc.constant(envelope.data as unknown), [{ odd: [] }]);
      return fc.tuple(
        fc.constant(envelope),
        data.map((other) => ({ ...envelope, data: other }) as AnyEnvelope),
      );
    });
    fc.assert(
      fc.property(pairs, ([envelope, other]) => {
        const [look, less] = [lookAt(target, [envelope]), lookAt(target, [other])];
        expect(look.values).toMatchObject(less.values);
        expect(look.offers ?? {}).toMatchObject(less.offers ?? {});
        expect(look.entries ?? {}).toMatchObject(less.entries ?? {});
        if (less.is_complete === true) expect(look.is_complete).toBe(true);
      }),
      runsOf(100),
    );
  });
});

function withUnits(look: Look): Look {
  const units = <Members extends object>(members: Readonly<Record<string, Members>> = {}) =>
    Object.fromEntries(Object.entries(members).map(([key, member]) => [key, { ...member, currency: 'USD' }]));
  return {
    ...look,
    values: { ...look.values, currency: 'USD', rank_category: 'Lanterns' },
    ...(look.offers === undefined ? {} : { offers: units(look.offers) }),
    ...(look.entries === undefined ? {} : { entries: units(look.entries) }),
  };
}

function without(look: Look, path: readonly string[]): Look {
  const copy = JSON.parse(JSON.stringify(look)) as Look;
  let at = copy as unknown as Record<string, unknown>;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
  delete at[path.at(-1) ?? ''];
  return copy;
}
