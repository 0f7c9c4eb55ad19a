/** When two values are the same, although they are written in different ways. */
import type { Coupon, DealBadge } from '../../contract/generated/shared.ts';
import type { SellerName } from '../types.ts';

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

export function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
