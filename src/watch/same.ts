/** When two values are the same, although they are written in different ways, and when a change is doubtful. */
import type { Coupon, DealBadge } from '../contract/generated/shared.ts';
import type { SellerName } from './types.ts';

/**
 * Whether two names are of the same seller. Ids decide if both are known. Pages write more or less of the operator's name: "Amazon", "Amazon.com".
 */
export function isSameSeller(one: SellerName | null, other: SellerName | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id;
  if (one.name === undefined || other.name === undefined) return true;
  const [short = '', long = ''] = [one.name.toLowerCase(), other.name.toLowerCase()].sort(
    (a, b) => a.length - b.length,
  );
  return one.id === other.id ? long.startsWith(short) : long === short;
}

/** Whether two badges are of the same deal. Labels and ends are not compared: a label can contain a countdown. */
export function isSameDeal(one: DealBadge | null, other: DealBadge | null): boolean {
  if (one === null || other === null) return one === other;
  // With the parameter `fields`, and from a service, members can be absent.
  const [a, b]: Partial<DealBadge>[] = [one, other];
  if (isText(a?.deal_id) && isText(b?.deal_id)) return a.deal_id === b.deal_id;
  return !(isText(a?.kind) && isText(b?.kind)) || a.kind === b.kind;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isSameCoupon(one: Coupon | null, other: Coupon | null): boolean {
  return one?.unit === other?.unit && one?.value === other?.value;
}

/** Whether two URLs are of the same image. The part with the size, `._AC_SL1500_.`, and the host can differ. */
export function isSameImage(one: string, other: string): boolean {
  return imageOf(one) === imageOf(other);
}

function imageOf(url: string): string {
  const name = url.slice(url.lastIndexOf('/') + 1);
  const [id = name] = name.split('.');
  return id === '' ? url : id;
}

/** A price that moves by more than this is doubtful [share of the price before]. */
const DOUBTFUL_PRICE_MOVE = 0.4;
/** Titles that have less in common than this are doubtful [share of their pairs of letters]. */
const LEAST_TITLE_SIMILARITY = 0.25;

/** Returns why the change of a price is doubtful. */
export function priceDoubt(before: number | null | undefined, after: number | null | undefined): string | undefined {
  if (typeof before !== 'number' || typeof after !== 'number') return undefined;
  const isFar = Math.abs(after - before) > before * DOUBTFUL_PRICE_MOVE;
  return isFar ? `the price moved from ${before} to ${after}` : undefined;
}

/** Returns why the change of a title is doubtful: the two have few pairs of letters in common. Texts without spaces have such pairs too. */
export function titleDoubt(before: string, after: string): string | undefined {
  const [left, right] = [pairsOf(before), pairsOf(after)];
  const common = [...left].filter((pair) => right.has(pair)).length;
  const isSimilar = 2 * common >= LEAST_TITLE_SIMILARITY * (left.size + right.size);
  return isSimilar ? undefined : 'the title is entirely different';
}

function pairsOf(text: string): Set<string> {
  const letters = [...text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')];
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}
