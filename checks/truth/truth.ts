/**
 * The reports that a watch of a living marketplace must make, from the script of the market alone. It uses nothing of `src/watch` but types: it says what each
 * look could see at its time, and which of these values differ from those that were seen before.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../src/watch/types.ts';
import { OTHER_TITLE } from './extras.ts';
import { asinOf, type Facts, factsAt, failsAt, type GapName, type Shown, type Watched } from './facts.ts';

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

/** The part of a change that is compared. */
export type Expected = Pick<
  Change,
  'type' | 'asin' | 'field' | 'before' | 'after' | 'currency' | 'category' | 'limit'
> & { target: string; at: string; since: string };

interface Sight {
  value: unknown;
  at: number;
}

/** A doubtful value, when it was first seen, and when the one before was last seen. */
interface Held extends Sight {
  since: number;
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
  limit?: number;
}

const ENTRY = {
  price: 'shallow_parts.price',
  stock: 'shallow_parts.in_stock',
  rank: 'shallow_parts.index_on_page',
  rating: 'shallow_parts.rating',
  reviews: 'shallow_parts.reviews',
};
const TEXTS = { rating: 'rating', reviews: 'reviews', title: 'title', image: 'image_url', bullets: 'feature_bullets' };
const PRODUCT = {
  ...TEXTS,
  ...{
    price: 'bb_price',
    seller: 'seller',
    suppressed: 'buybox_state',
    stock: 'in_stock',
    rank: 'bsr',
    left: 'stock_qty',
  },
  ...{ deal: 'promotion.deal', coupon: 'coupon' },
};
const OFFERS = {
  ...TEXTS,
  price: 'product_sellers_info.price',
  seller: 'product_sellers_info.seller_id',
  suppressed: 'product_sellers_info.is_pinned',
  stock: 'total_offers_count',
};
const PROFILE = { name: 'name', rating: 'rating', positive: 'positive_percent', business: 'business_name' };

const FIELDS: Readonly<Record<Watched['endpoint'], Readonly<Record<string, string>>>> = {
  product: PRODUCT,
  offers: OFFERS,
  search: ENTRY,
  seller: PROFILE,
};

/** Returns the changes that a watch must report after these looks, each at a target's own times. */
export function expectedChanges(
  shown: Shown,
  targets: readonly Watched[],
  observations: readonly Observation[],
  confirm: 'doubtful' | 'never',
): Expected[] {
  const looks = Map.groupBy(observations, ({ target }) => target);
  return targets.flatMap((target) => {
    const watcher = new Watcher(shown, target, confirm);
    return (looks.get(target.id) ?? []).flatMap((look) => watcher.look(look));
  });
}

/** Returns what is compared of a reported change. */
export function comparedOf(change: Change): Expected {
  const { type, asin, field, before, after, currency, category, limit, at, since, target } = change;
  const own = { type, asin, field, before: compared(type, before), after: compared(type, after) };
  return { ...own, currency, category, limit, at, since, target: target.id } as Expected;
}

function compared(type: Change['type'], value: unknown): unknown {
  if (type === 'data_degraded') return (value as GapName[]).map(({ landmark, kind }) => ({ landmark, kind }));
  if (type === 'deal_started' || type === 'deal_ended') return (value as { deal_id: string } | null)?.deal_id ?? null;
  return type === 'content_changed' && typeof value === 'string' ? imageIn(value) : value;
}

/** Returns the id of a picture, of its URL. */
function imageIn(text: string): string {
  return /\/I\/(\w+)\./.exec(text)?.[1] ?? text;
}

/** Knows what was seen of a target. */
class Watcher {
  readonly #shown: Shown;
  readonly #target: Watched;
  readonly #confirm: 'doubtful' | 'never';
  #known: Map<string, Sight> | undefined;
  /** The doubtful values, by their paths. */
  #held = new Map<string, Held>();

  constructor(shown: Shown, target: Watched, confirm: 'doubtful' | 'never') {
    this.#shown = shown;
    this.#target = target;
    this.#confirm = confirm;
  }

  look({ at, hasFailed }: Observation): Expected[] {
    const mustFail = failsAt(this.#shown, this.#target, at);
    if (mustFail !== hasFailed)
      throw new Error(`${this.#target.id} at ${new Date(at).toISOString()}: ${mustFail ? 'not ' : ''}failed`);
    if (mustFail) return [];
    const facts = factsAt(this.#shown, this.#target, at);
    const known = this.#known;
    if (known === undefined) {
      this.#see(facts, at);
      return this.#firstChanges(facts, at).map((one) => this.#expected(one, at));
    }
    const shown = withAbsent(known, facts);
    const first = (path: string): Held | undefined => {
      const held = this.#held.get(path);
      return held !== undefined && shown.has(path) && isSame(path, held.value, shown.get(path)) ? held : undefined;
    };
    const differences = this.#differences(known, facts).map((one) => {
      return { ...one, since: Math.min(one.since, this.#held.get(one.path)?.since ?? one.since) };
    });
    const open = differences.filter(({ type, path }) => type !== 'data_degraded' && first(path) === undefined);
    const doubtful = this.#doubtfulPaths(known, facts, open);
    const isPageHeld = doubtful.has('found');
    const held = differences.filter(({ path }) => isPageHeld || doubtful.has(path));
    const unknown = [...this.#held].filter(
      ([path]) => path !== 'found' && (facts.get('found') === false || !shown.has(path)),
    );
    const waiting = held.map(({ path, since }): [string, Held] => [
      path,
      first(path) ?? { value: shown.get(path), at, since },
    ]);
    const firsts = new Map(differences.map(({ path }) => [path, first(path)]));
    this.#held = new Map([...unknown, ...waiting]);
    if (isPageHeld) return [];
    this.#see(facts, at, doubtful);
    return differences
      .filter(({ path }) => !doubtful.has(path))
      .map((one) => this.#expected(one, firsts.get(one.path)?.at ?? at));
  }

  /** A first look reports limits only. */
  #firstChanges(facts: Facts, at: number): Difference[] {
    return [...facts].flatMap(([path, after]) => this.#limitChange(path, undefined, after, at));
  }

  /** The differences between the values that were seen before and those of a look. */
  #differences(known: ReadonlyMap<string, Sight>, facts: Facts): Difference[] {
    return [...withAbsent(known, facts)].flatMap(([path, after]) => {
      const before = known.get(path) ?? absentBefore(known, path);
      const limits = this.#limitChange(path, before?.value, after, before?.at ?? unseenSince(known, path));
      if (before === undefined || isDeepStrictEqual(before.value, after)) return limits;
      return [...this.#changesOf(path, before, after, known), ...limits];
    });
  }

  #base(path: string, since: number): Pick<Difference, 'path' | 'since' | 'asin' | 'field'> & { name: string } {
    const [name = '', key = ''] = path.split(' ');
    const { endpoint } = this.#target;
    const asin = endpoint === 'search' && key !== '' ? key : asinOf(this.#target);
    const field = FIELDS[endpoint][name === 'profile' ? key : name] ?? '';
    return { name, path, since, field, ...(asin === undefined ? {} : { asin }) };
  }

  /** A value falls below a limit: one that was unknown was not below it. */
  #limitChange(path: string, before: unknown, after: unknown, since: number): Difference[] {
    const { name, ...base } = this.#base(path, since);
    const { limits } = this.#target;
    const type = name === 'price' ? 'price_below' : 'stock_low';
    if (limits === undefined || (name !== 'price' && name !== 'left') || typeof after !== 'number') return [];
    const limit = limits[type];
    if (after >= limit || (typeof before === 'number' && before < limit)) return [];
    const currency = name === 'price' ? { currency: 'USD' } : {};
    return [{ ...base, type, before: before ?? null, after, limit, ...currency }];
  }

  #changesOf(path: string, { value: before, at: since }: Sight, after: unknown, known: ReadonlyMap<string, Sight>) {
    const { name, ...base } = this.#base(path, since);
    const one = (type: Change['type'], more: Partial<Difference> = {}): Difference => {
      return { ...base, before, after, type, ...more };
    };
    switch (name) {
      case 'found':
        return [one(after === true ? 'listing_back' : 'listing_gone', { field: 'found' })];
      case 'gaps':
        return newGaps(before, after).length > 0 ? [one('data_degraded', { field: 'meta.gaps' })] : [];
      case 'price':
        return [one('price_changed', { currency: 'USD' })];
      case 'stock':
        return [one(after === true ? 'back_in_stock' : 'out_of_stock')];
      case 'suppressed':
        if (after !== true) return [];
        return [one('buybox_suppressed', { before: known.get('seller')?.value ?? null, after: null })];
      case 'seller':
        return [...(before === null ? [] : [one('buybox_lost')]), ...(after === null ? [] : [one('buybox_won')])];
      case 'rank':
        return [one('rank_changed', this.#target.endpoint === 'product' ? { category: 'Sports & Outdoors' } : {})];
      case 'offer':
        return offerChange(before as Offer | null, after as Offer | null).map((type) =>
          one(type, { field: 'product_sellers_info', currency: 'USD' }),
        );
      case 'deal':
        return [
          ...(before === null ? [] : [one('deal_ended', { after: null })]),
          ...(after === null ? [] : [one('deal_started', { before: null })]),
        ];
      case 'coupon':
        return [one('coupon_changed', { currency: 'USD' })];
      case 'rating':
        return [one('rating_changed')];
      case 'reviews':
        return Number(after) > Number(before) ? [one('reviews_added')] : [];
      case 'title':
      case 'image':
      case 'bullets':
        return [one('content_changed')];
      case 'profile':
        return [one('seller_changed')];
      default:
        return [];
    }
  }

  #see(facts: Facts, at: number, doubtful: ReadonlySet<string> = new Set()): void {
    const known = this.#known ?? new Map<string, Sight>();
    for (const [path, value] of withAbsent(known, facts)) {
      if (doubtful.has(path)) continue;
      const [name, asin] = path.split(' ');
      known.set(path, { value, at });
      // An entry that leaves the list and comes back later is new.
      if (value !== null) continue;
      if (name === 'offer') known.delete(path);
      if (name === 'rank') for (const other of Object.keys(ENTRY)) known.delete(`${other} ${asin}`);
    }
    this.#known = known;
  }

  /** Returns the paths of what needs a second look. */
  #doubtfulPaths(known: ReadonlyMap<string, Sight>, facts: Facts, open: readonly Difference[]): ReadonlySet<string> {
    if (this.#confirm === 'never') return new Set();
    const isDegraded = newGaps(known.get('gaps')?.value ?? [], facts.get('gaps') ?? []).length > 0;
    const gone = open.filter(({ type }) => type === 'offer_removed').length;
    const all = [...known.keys()].filter((path) => path.startsWith('offer ')).length;
    const areGone = gone >= 3 && gone >= all / 2;
    return new Set(
      open.flatMap((one) => {
        const isGone = areGone && one.type === 'offer_removed';
        return isDegraded || isGone || isDoubtful(one, this.#held.get(one.path)) ? [one.path] : [];
      }),
    );
  }

  #expected({ path: _, since, ...difference }: Difference, at: number): Expected {
    const times = { at: new Date(at).toISOString(), since: new Date(since).toISOString() };
    return { ...difference, ...times, target: this.#target.id } as Expected;
  }
}

/** The gaps that were not there before. */
function newGaps(before: unknown, after: unknown): unknown[] {
  return (after as unknown[]).filter((gap) => !(before as unknown[]).some((other) => isDeepStrictEqual(gap, other)));
}

function isDoubtful({ type, before, after }: Difference, held: Held | undefined): boolean {
  if (type === 'listing_gone') return true;
  if (type === 'content_changed') return [before, after].includes(OTHER_TITLE);
  if (type === 'offer_changed') {
    const [old, now] = [before as Offer, after as Offer];
    return (held?.value as Offer | null)?.price !== now.price && isLargeMove(old.price, now.price);
  }
  return type === 'price_changed' && isLargeMove(before, after);
}

function isLargeMove(before: unknown, after: unknown): boolean {
  return typeof before === 'number' && typeof after === 'number' && Math.abs(after - before) > before * 0.4;
}

/** Whether two looks show the same value. */
function isSame(path: string, one: unknown, other: unknown): boolean {
  if (!path.startsWith('offer ')) return isDeepStrictEqual(one, other);
  return one === null || other === null ? one === other : offerChange(one as Offer, other as Offer).length === 0;
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

/** Adds what a whole list no longer has. */
function withAbsent(known: ReadonlyMap<string, Sight>, facts: Facts): Facts {
  if (!facts.has('all')) return facts;
  const listed = [...known.keys()].filter((path) => /^(?:offer|rank) /.test(path));
  return new Map([...facts, ...listed.flatMap((path): [string, null][] => (facts.has(path) ? [] : [[path, null]]))]);
}

/** The entries that the last whole list did not have. */
function absentBefore(known: ReadonlyMap<string, Sight>, path: string): Sight | undefined {
  const whole = known.get('all');
  return whole !== undefined && /^(?:offer|rank) /.test(path) ? { value: null, at: whole.at } : undefined;
}

/** Since when a value is unknown: of a new entry, since the list was last seen. */
function unseenSince(known: ReadonlyMap<string, Sight>, path: string): number {
  const [, asin] = path.split(' ');
  const isNew = asin !== undefined && !known.has(`rank ${asin}`);
  return ((isNew ? known.get('all') : undefined) ?? known.get('found'))?.at ?? 0;
}
