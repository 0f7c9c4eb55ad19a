/** Changes that a second look must confirm. */
import { isDeepStrictEqual } from 'node:util';
import type { Known, Look } from '../look.ts';
import type { Doubt } from '../store/store.ts';
import type { Change, ChangeType } from '../types.ts';
import { type CompareContext, type Compared, compare } from './compare.ts';
import { conditionsOf } from './conditions.ts';
import { isSameCoupon, isSameDeal, isSameImage, isSameSeller } from './same.ts';
import { newGaps } from './table.ts';

/** Which changes need a second look: those that are doubtful, each one, or none. */
export type Confirm = 'doubtful' | 'always' | 'never';

/** A price that moves by more than this is doubtful [share of the price before]. */
const DOUBTFUL_PRICE_MOVE = 0.4;
/** So many offers that are gone at once are doubtful, if they are also at least this share of all. */
const DOUBTFUL_OFFERS_GONE = 3;
const DOUBTFUL_SHARE_GONE = 0.5;
/** Titles that have less in common than this are doubtful [share of their pairs of letters]. */
const LEAST_TITLE_SIMILARITY = 0.25;

/**
 * Returns why a second look is needed, or `undefined` if none is.
 *
 * @param drafts The changes of `compare(known, look)`.
 */
export function doubtOf(
  drafts: readonly Change[],
  known: Known | undefined,
  look: Look,
  confirm: Confirm = 'doubtful',
): string | undefined {
  if (confirm === 'never' || known === undefined) return undefined;
  return (look.found ? otherConditions(known, look) : undefined) ?? reasonFor(drafts, known, look, confirm);
}

/** Returns why changes are doubtful. */
function reasonFor(drafts: readonly Change[], known: Known, look: Look, confirm: Confirm): string | undefined {
  // Gaps are reported when they begin: they are what makes other changes doubtful.
  const changes = drafts.filter(({ type }) => type !== 'data_degraded');
  if (confirm === 'never' || changes.length === 0) return undefined;
  if (confirm === 'always') return 'every change is confirmed';
  const gaps = newGaps(known.gaps, look);
  if (gaps.length > 0)
    return `the page lacks parts that it had: ${gaps.map(({ landmark, kind }) => `${landmark} (${kind})`).join(', ')}`;
  return (
    changes.map((change) => doubtAbout(change)).find((reason) => reason !== undefined) ?? offersGone(changes, known)
  );
}

/** Without a second look such values are unknown. */
function otherConditions(known: Known, look: Look): string | undefined {
  const own = conditionsOf(look.gaps);
  for (const kind of ['language', 'place'] as const)
    if (own[kind] !== undefined && own[kind] !== known.conditions?.[kind]) return `another ${kind}: ${own[kind]}`;
  const currencies = currenciesOf(known);
  const other = currenciesOf(look).find((currency) => !currencies.includes(currency));
  if (currencies.length === 0 || other === undefined) return undefined;
  return `another currency: ${other} instead of ${currencies.join(', ')}`;
}

function currenciesOf({ values, offers = {}, entries = {} }: Pick<Look, 'values' | 'offers' | 'entries'>): string[] {
  const all = [values, ...Object.values(offers), ...Object.values(entries)];
  return [...new Set(all.flatMap(({ currency }) => currency ?? []))];
}

function doubtAbout(change: Change): string | undefined {
  switch (change.type) {
    case 'listing_gone':
      return 'the marketplace does not know it any more';
    case 'price_changed': {
      const { before, after } = change;
      if (before === null || after === null || Math.abs(after - before) <= before * DOUBTFUL_PRICE_MOVE)
        return undefined;
      return `the price moved from ${before} to ${after}`;
    }
    case 'content_changed': {
      const { before, after, field } = change;
      if (typeof before !== 'string' || typeof after !== 'string' || !field.endsWith('title')) return undefined;
      return similarity(before, after) < LEAST_TITLE_SIMILARITY ? 'the title is entirely different' : undefined;
    }
    default:
      return undefined;
  }
}

function offersGone(changes: readonly Change[], { offers = {} }: Known): string | undefined {
  const gone = changes.filter(({ type }) => type === 'offer_removed').length;
  const all = Object.keys(offers).length;
  if (gone < DOUBTFUL_OFFERS_GONE || gone < all * DOUBTFUL_SHARE_GONE) return undefined;
  return `${gone} of ${all} offers are gone at once`;
}

/** Returns the share of pairs of letters that two texts have in common: also texts without spaces have such pairs. */
function similarity(one: string, other: string): number {
  const [left, right] = [pairsOf(one), pairsOf(other)];
  const common = [...left].filter((pair) => right.has(pair)).length;
  return left.size + right.size === 0 ? 1 : (2 * common) / (left.size + right.size);
}

function pairsOf(text: string): Set<string> {
  const letters = [...text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')];
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}

/** The changes that hold after a second look. */
export interface Settled extends Compared {
  /** Set if the second look shows something else that is doubtful: it needs a further look, and there are no changes. */
  doubt?: Doubt;
}

/**
 * Returns what holds after a second look. A change that both looks show is reported: `at` is the time of the first one, the values are those of the
 * second one, and `evidence` has the requests of both. Changes that only the first look shows are dropped. Those that only the second look shows
 * can be doubtful themselves.
 *
 * @param known What was known before the first look.
 * @param doubt The first look.
 */
export function settle(
  known: Known | undefined,
  doubt: Doubt,
  second: Look,
  context: CompareContext & { confirm?: Confirm },
): Settled {
  const { confirm = 'doubtful' } = context;
  const isConfirmed = isSameCondition(doubt.look, second);
  const first = compare(known, doubt.look, { ...context, isConfirmed: true }).drafts;
  const again = compare(known, second, { ...context, isConfirmed });
  const confirmed = new Set(again.drafts.filter((change) => first.some((one) => isAgreed(one, change))));
  const others = again.drafts.filter((change) => !confirmed.has(change));
  const reason =
    known === undefined
      ? undefined
      : ((isConfirmed || !second.found || confirm === 'never' ? undefined : otherConditions(known, second)) ??
        reasonFor(others, known, second, confirm));
  if (known !== undefined && reason !== undefined) return { drafts: [], known, doubt: { look: second, reason } };
  const drafts = again.drafts.map((change) => (confirmed.has(change) ? withBoth(change, doubt.look) : change));
  return { drafts, known: again.known };
}

/** Both looks are in the same language and currency, and for the same place. */
function isSameCondition(one: Look, other: Look): boolean {
  return (
    isDeepStrictEqual(conditionsOf(one.gaps), conditionsOf(other.gaps)) &&
    currenciesOf(other).every((currency) => currenciesOf(one).includes(currency))
  );
}

/** Whether two looks show the same change. Of numbers it is enough that both went up, or both went down: they can have moved on. */
function isAgreed(one: Change, other: Change): boolean {
  // The id is made from the type, the field, and the product or the offer.
  if (one.id !== other.id) return false;
  const [before, first, second]: unknown[] = [one.before, one.after, other.after];
  if (typeof first === 'number' && typeof second === 'number')
    return typeof before !== 'number' || Math.sign(first - before) === Math.sign(second - before);
  if (first === null || second === null) return first === second;
  if (typeof first === 'string' && typeof second === 'string') return first === second || isSameImage(first, second);
  if (Array.isArray(first)) return isDeepStrictEqual(first, second);
  return SAME[one.type]?.(first as never, second as never) ?? true;
}

/** When two looks show the same, of the values that are objects. An offer can have moved on too. */
const SAME: { readonly [Type in ChangeType]?: (one: never, other: never) => boolean } = {
  buybox_won: isSameSeller,
  buybox_lost: isSameSeller,
  deal_started: isSameDeal,
  coupon_changed: isSameCoupon,
};

function withBoth(change: Change, first: Look): Change {
  const evidence = { ...change.evidence, first_request_ids: first.request_ids };
  return { ...change, at: new Date(first.at).toISOString(), evidence };
}
