/** The subject of an answer: the facts of its call, else invented ones. */
import type { MarketplaceCode } from '../../contract/codes.ts';
import { marketplaces } from '../../locale/index.ts';

/** The subject of an answer. */
export interface Subject {
  marketplace: MarketplaceCode;
  asin: string;
  keyword: string;
  node: string;
  seller_id: string;
  /** Page number, starting at 1. */
  page: number;
}

/** The subject of an answer that belongs to no call: the products of the fixtures. */
export const ANY_SUBJECT: Subject = {
  marketplace: 'us',
  asin: 'B0LANTERN1',
  keyword: 'camping lantern',
  node: '7000004',
  seller_id: 'A1LARKMOOR0US',
  page: 1,
};

/** The members that a type may lack. */
type OptionalName<T> = { [Name in keyof T]-?: Record<never, never> extends Pick<T, Name> ? Name : never }[keyof T];

/** All members optional. `undefined` leaves out a member that may be absent. */
export type Loose<T> = { [Name in OptionalName<T>]?: T[Name] | undefined } & Partial<Omit<T, OptionalName<T>>>;

/** The same, with a list of entries of which a test sets only some members. */
export type LooseList<T, List extends keyof T, Entry> = Loose<Omit<T, List>> & {
  [Name in List]?: readonly Loose<Entry>[] | undefined;
};

/** Returns the members of all layers; later ones win. A member whose value is `undefined` is left out. */
export function filled<T extends object>(...layers: readonly Loose<T>[]): T {
  const members = Object.entries(Object.assign({}, ...layers) as object);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as T;
}

/** Returns the currency of a marketplace (ISO 4217). */
export function currencyOf({ marketplace }: Subject): string {
  return marketplaces[marketplace].currency;
}

/** Returns the absolute URL of a path on the subject's site. */
export function siteUrl({ marketplace }: Subject, path: string): string {
  return `https://www.${marketplaces[marketplace].domain}${path}`;
}

/** Returns an ASIN that belongs to a number: the same one for the same number. */
export function numberedAsin(number: number): string {
  return `B0${String(number).padStart(8, '0')}`;
}

/** Returns the seller id that belongs to a number: the same one for the same number. */
export function numberedSeller(number: number): string {
  return `A${String(number).padStart(12, '0')}`;
}

/** Returns an amount without the errors of binary fractions. */
export function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
