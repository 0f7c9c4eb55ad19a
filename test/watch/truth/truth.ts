/**
 * What a watch of a living marketplace must report, from the script of the market alone. It uses nothing of `src/watch` but types: it says what each
 * look could see at its time, and which of these values differ from those that were seen before.
 */
import { isDeepStrictEqual } from 'node:util';
import type { LivingMarketplace, LivingOffer, LivingTruth } from '../../../src/testing.ts';
import type { Change } from '../../../src/watch/types.ts';

/** A look that was recorded. */
export interface Observation {
  /** Id of the target, see {@link targetsOf}. */
  target: string;
  /** Number of the visit. */
  number: number;
  /** When the pages were read [milliseconds since the epoch]. */
  at: number;
  /** Whether a call failed. */
  hasFailed: boolean;
}

/** What is compared of a change. */
export type Expected = Pick<Change, 'type' | 'asin' | 'field' | 'before' | 'after' | 'currency' | 'category'> & {
  target: string;
  at: string;
  since: string;
};

/** A target of these tests. */
export interface Watched {
  id: string;
  endpoint: 'product' | 'offers' | 'search';
  params: { asin: string } | { keyword: string };
  pages?: number;
}

/** Path of a value, and the value. `null`: it is not there. What a look does not show is absent. */
type Facts = ReadonlyMap<string, unknown>;

interface Sight {
  value: unknown;
  at: number;
}

interface Difference {
  type: Change['type'];
  path: string;
  asin?: string;
  field: string;
  before: unknown;
  after: unknown;
  since: number;
  currency?: string;
  category?: string;
}

const SEARCH_PAGE = 16;
const GAPS = [{ landmark: '#buybox', kind: 'missing' }];

const FIELDS = {
  product: { price: 'bb_price', seller: 'seller', suppressed: 'buybox_state', stock: 'in_stock', rank: 'bsr' },
  offers: {
    price: 'product_sellers_info.price',
    seller: 'product_sellers_info.seller_id',
    suppressed: 'product_sellers_info.is_pinned',
    stock: 'total_offers_count',
    rank: '',
  },
  search: {
    price: 'shallow_parts.price',
    seller: '',
    suppressed: '',
    stock: 'shallow_parts.in_stock',
    rank: 'shallow_parts.index_on_page',
  },
} as const;

/** Returns the changes that a watch must report after these looks, each at a target's own times. */
export function expectedChanges(
  market: LivingMarketplace,
  targets: readonly Watched[],
  observations: readonly Observation[],
  confirm: 'doubtful' | 'never',
): Expected[] {
  const looks = Map.groupBy(observations, ({ target }) => target);
  return targets.flatMap((target) => {
    const watcher = new Watcher(market, target, confirm);
    return (looks.get(target.id) ?? []).flatMap((look) => watcher.look(look));
  });
}

/** Returns what is compared of a reported change. */
export function comparedOf(change: Change): Expected {
  const { type, asin, field, before, after, currency, category, at, since, target } = change;
  const own = { type, asin, field, before, after, currency, category, at, since };
  if (type === 'data_degraded') Object.assign(own, { before: gapNames(before), after: gapNames(after) });
  return { ...own, target: target.id } as Expected;
}

function gapNames(gaps: readonly { landmark: string; kind: string }[]): object[] {
  return gaps.map(({ landmark, kind }) => ({ landmark, kind }));
}

/** Knows what was seen of a target. */
class Watcher {
  readonly #market: LivingMarketplace;
  readonly #target: Watched;
  readonly #confirm: 'doubtful' | 'never';
  #known: Map<string, Sight> | undefined;
  #doubtful: { facts: Facts; at: number } | undefined;

  constructor(market: LivingMarketplace, target: Watched, confirm: 'doubtful' | 'never') {
    this.#market = market;
    this.#target = target;
    this.#confirm = confirm;
  }

  look({ at, hasFailed }: Observation): Expected[] {
    const isBlocked = this.#market.condition(this.#asin, at).blocked !== undefined;
    if (isBlocked !== hasFailed)
      throw new Error(`${this.#target.id} at ${new Date(at).toISOString()}: ${isBlocked ? 'not ' : ''}failed`);
    if (isBlocked) return [];
    const facts = this.#facts(at);
    const known = this.#known;
    if (known === undefined) {
      this.#see(facts, at);
      return [];
    }
    const differences = this.#differences(known, facts);
    const first = this.#doubtful;
    const before = first === undefined ? [] : this.#differences(known, first.facts);
    const isConfirmed = (one: Difference) => before.some((other) => isAgreed(other, one));
    const unconfirmed = differences.filter((one) => !isConfirmed(one));
    if (this.#isDoubtful(known, facts, unconfirmed)) {
      this.#doubtful = { facts, at };
      return [];
    }
    this.#doubtful = undefined;
    this.#see(facts, at);
    return differences.map((one) => this.#expected(one, isConfirmed(one) && first ? first.at : at));
  }

  get #asin(): string | undefined {
    return 'asin' in this.#target.params ? this.#target.params.asin : undefined;
  }

  /** What the pages of the target show at a time. */
  #facts(at: number): Facts {
    if (this.#target.endpoint === 'search') return this.#searchFacts(at);
    const asin = this.#asin as string;
    const truth = this.#market.truth(asin, at);
    if (!truth.isListed) return new Map([['found', false]]);
    const isProduct = this.#target.endpoint === 'product';
    const isPartial = isProduct && this.#market.condition(asin, at).partial;
    return new Map<string, unknown>([
      ['found', true],
      ['gaps', isPartial ? GAPS : []],
      ...(isProduct ? [['rank', truth.rank] as const] : offerFacts(truth)),
      ...(isPartial ? [] : buyBoxFacts(truth)),
    ]);
  }

  #searchFacts(at: number): Facts {
    const words = (this.#target.params as { keyword: string }).keyword;
    const found = this.#market.asins
      .map((asin) => this.#market.truth(asin, at))
      .filter(({ isListed }) => isListed && words === 'model')
      .sort((one, other) => one.rank - other.rank)
      .slice(0, (this.#target.pages ?? 1) * SEARCH_PAGE);
    return new Map<string, unknown>([
      ['found', true],
      ['gaps', []],
      ['all', true],
      ...found.flatMap(({ asin, price, inStock }, index): [string, unknown][] => [
        [`rank ${asin}`, index + 1],
        // A tile without a price says that the product is sold out, or nothing.
        ...(price !== undefined || !inStock
          ? ([
              [`price ${asin}`, price ?? null],
              [`stock ${asin}`, inStock],
            ] satisfies [string, unknown][])
          : []),
      ]),
    ]);
  }

  /** What differs between what was seen before and what a look shows. */
  #differences(known: ReadonlyMap<string, Sight>, facts: Facts): Difference[] {
    return [...withAbsent(known, facts)].flatMap(([path, after]) => {
      const before = known.get(path) ?? absentBefore(known, path);
      if (before === undefined || isDeepStrictEqual(before.value, after)) return [];
      return this.#changesOf(path, before, after, known);
    });
  }

  #changesOf(path: string, { value: before, at: since }: Sight, after: unknown, known: ReadonlyMap<string, Sight>) {
    const [name = '', key] = path.split(' ');
    const { endpoint } = this.#target;
    const fields = FIELDS[endpoint];
    const asin = endpoint === 'search' ? key : this.#asin;
    const base = { path, before, after, since, ...(asin === undefined ? {} : { asin }) };
    const one = (type: Change['type'], field: string, more: Partial<Difference> = {}): Difference => {
      return { ...base, type, field, ...more };
    };
    switch (name) {
      case 'found':
        return [one(after === true ? 'listing_back' : 'listing_gone', 'found')];
      case 'gaps':
        return (after as unknown[]).length > 0 ? [one('data_degraded', 'meta.gaps')] : [];
      case 'price':
        return [one('price_changed', fields.price, { currency: 'USD' })];
      case 'stock':
        return [one(after === true ? 'back_in_stock' : 'out_of_stock', fields.stock)];
      case 'suppressed':
        if (after !== true) return [];
        return [
          one('buybox_suppressed', fields.suppressed, { before: known.get('seller')?.value ?? null, after: null }),
        ];
      case 'seller':
        return [
          ...(before === null ? [] : [one('buybox_lost', fields.seller)]),
          ...(after === null ? [] : [one('buybox_won', fields.seller)]),
        ];
      case 'rank':
        return [one('rank_changed', fields.rank, endpoint === 'product' ? { category: 'Sports & Outdoors' } : {})];
      case 'offer':
        return offerChange(before as Offer | null, after as Offer | null).map((type) =>
          one(type, 'product_sellers_info', { currency: 'USD' }),
        );
      default:
        return [];
    }
  }

  #see(facts: Facts, at: number): void {
    const known = this.#known ?? new Map<string, Sight>();
    for (const [path, value] of withAbsent(known, facts)) {
      const [name, asin] = path.split(' ');
      known.set(path, { value, at });
      // What is not in the list any more, and comes back later, is new.
      if (value !== null) continue;
      if (name === 'offer') known.delete(path);
      if (name === 'rank') for (const other of ['rank', 'price', 'stock']) known.delete(`${other} ${asin}`);
    }
    this.#known = known;
  }

  #isDoubtful(known: ReadonlyMap<string, Sight>, facts: Facts, given: readonly Difference[]): boolean {
    const differences = given.filter(({ type }) => type !== 'data_degraded');
    if (this.#confirm === 'never' || differences.length === 0) return false;
    const isDegraded = (facts.get('gaps') as unknown[] | undefined)?.length === 1 && !hasGaps(known);
    const gone = differences.filter(({ type }) => type === 'offer_removed').length;
    const all = [...known.keys()].filter((path) => path.startsWith('offer ')).length;
    return isDegraded || differences.some(isDoubtful) || (gone >= 3 && gone >= all / 2);
  }

  #expected({ path: _, since, ...difference }: Difference, at: number): Expected {
    const times = { at: new Date(at).toISOString(), since: new Date(since).toISOString() };
    return { ...difference, ...times, target: this.#target.id } as Expected;
  }
}

function hasGaps(known: ReadonlyMap<string, Sight>): boolean {
  return ((known.get('gaps')?.value as unknown[] | undefined)?.length ?? 0) > 0;
}

function isDoubtful({ type, before, after }: Difference): boolean {
  if (type === 'listing_gone') return true;
  if (type !== 'price_changed' || typeof before !== 'number' || typeof after !== 'number') return false;
  return Math.abs(after - before) > before * 0.4;
}

/** Two looks show the same change: of numbers, in the same direction. */
function isAgreed(one: Difference, other: Difference): boolean {
  if (one.type !== other.type || one.path !== other.path) return false;
  const { before, after } = one;
  if (typeof after === 'number' && typeof other.after === 'number')
    return typeof before !== 'number' || after > before === other.after > before;
  if (one.type.startsWith('offer_')) return (after === null) === (other.after === null);
  return isDeepStrictEqual(after, other.after);
}

interface Offer {
  price: number;
  shipping_price: number;
  is_fba: boolean;
  is_pinned: boolean;
}

function offerChange(before: Offer | null, after: Offer | null): Change['type'][] {
  if (before === null || after === null) return [before === null ? 'offer_added' : 'offer_removed'];
  const isSame = (['price', 'shipping_price', 'is_fba'] as const).every((name) => before[name] === after[name]);
  return isSame ? [] : ['offer_changed'];
}

function buyBoxFacts({ price, sellerId: id, sellerName: name, inStock }: LivingTruth): [string, unknown][] {
  return [
    ['price', price ?? null],
    ['seller', id === undefined ? null : { id, name }],
    ['suppressed', inStock && id === undefined],
    ['stock', inStock],
  ];
}

function offerFacts({ offers, sellerId }: LivingTruth): [string, unknown][] {
  return [
    ['all', true],
    ...offers.map((offer): [string, unknown] => [`offer ${offer.sellerId}`, offerOf(offer, sellerId)]),
  ];
}

function offerOf({ sellerId: id, sellerName: name, price, shipping, isFba }: LivingOffer, featured?: string): object {
  const seller = { id, name };
  const own = { price, currency: 'USD', shipping_price: shipping, is_fba: isFba, is_pinned: id === featured };
  return { seller, condition: 'new', ...own };
}

/** Adds what a whole list no longer has. */
function withAbsent(known: ReadonlyMap<string, Sight>, facts: Facts): Facts {
  if (!facts.has('all')) return facts;
  const listed = [...known.keys()].filter((path) => /^(?:offer|rank) /.test(path));
  return new Map([...facts, ...listed.flatMap((path): [string, null][] => (facts.has(path) ? [] : [[path, null]]))]);
}

/** What the last whole list did not have. */
function absentBefore(known: ReadonlyMap<string, Sight>, path: string): Sight | undefined {
  const whole = known.get('all');
  return whole !== undefined && /^(?:offer|rank) /.test(path) ? { value: null, at: whole.at } : undefined;
}
