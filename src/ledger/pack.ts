/** Packs of credits, and the check of their numbers. */
import { BadRequestError } from '../contract/errors.ts';

/** Credits that were bought together by one key. */
export interface Pack {
  /** Identifies the pack in its ledger. */
  id: string;
  /** The key that the pack belongs to. */
  keyId: string;
  /** Number of responses that the pack pays for. */
  requests: number;
  /** Number of responses that are already charged. */
  charged: number;
  /** Number of calls of the key that may run at once. */
  connections: number;
  /** Price in US dollars; `0` for a free pack. */
  priceUsd: number;
  /** The pack is valid from this time. */
  purchasedAt: Date;
  /** Number of days of 24 hours that the pack is valid. */
  validDays: number;
  /** The pack is no longer valid from this time: `purchasedAt` plus `validDays`. */
  expiresAt: Date;
}

/** What a pack offers, before anybody buys it. */
export type PackOffer = Pick<Pack, 'requests' | 'priceUsd' | 'validDays' | 'connections'>;

/** A pack that is added to a ledger. */
export type NewPack = Omit<PackOffer, 'priceUsd'> & Pick<Pack, 'purchasedAt'> & Partial<Pick<Pack, 'id' | 'priceUsd'>>;

/** Milliseconds of a day of a pack's validity. */
export const DAY_MS = 86_400_000;

/**
 * Returns the pack as a ledger stores it, nothing charged yet. Its id is random if `pack` has none.
 *
 * @throws BadRequestError for a wrong number or date
 */
export function storedPack(keyId: string, pack: NewPack): Pack {
  assertOffer(pack);
  assertDate(pack.purchasedAt);
  const { id = crypto.randomUUID(), priceUsd = 0, requests, connections, purchasedAt, validDays } = pack;
  const expiresAt = expiryOf(pack);
  return { id, keyId, requests, charged: 0, connections, priceUsd, purchasedAt, validDays, expiresAt };
}

/** Returns the time from which a pack is no longer valid. */
export function expiryOf({ purchasedAt, validDays }: Pick<Pack, 'purchasedAt' | 'validDays'>): Date {
  return new Date(purchasedAt.getTime() + validDays * DAY_MS);
}

/** Returns whether a pack is valid at a timestamp in milliseconds since the epoch. */
export function isActive({ purchasedAt, expiresAt }: Pack, now: number): boolean {
  return purchasedAt.getTime() <= now && now < expiresAt.getTime();
}

/** The largest numbers of a pack. Sums of requests stay exact, and expiry dates valid. */
const LARGEST = { requests: 1_000_000_000_000, validDays: 1_000_000, connections: 1_000_000 } as const;

/**
 * Checks the packs of a program's settings.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` with a parameter such as `packs[0].requests`
 */
export function assertPacks(packs: readonly NewPack[]): void {
  for (const [index, pack] of packs.entries()) {
    assertOffer(pack, `packs[${index}].`, 'INVALID_CONFIGURATION');
    assertDate(pack.purchasedAt, `packs[${index}].`, 'INVALID_CONFIGURATION');
  }
}

/** Checks the numbers of an offer. @throws BadRequestError with the name of the wrong number */
export function assertOffer(offer: Omit<PackOffer, 'priceUsd'>, prefix = '', code = 'INVALID_PARAMETER'): void {
  for (const name of ['requests', 'validDays', 'connections'] as const) {
    const value = offer[name];
    if (Number.isInteger(value) && value >= 1 && value <= LARGEST[name]) continue;
    throw invalid(`${prefix}${name}`, value, `a whole number from 1 to ${LARGEST[name]}`, code);
  }
}

function assertDate(date: unknown, prefix = '', code = 'INVALID_PARAMETER'): void {
  if (date instanceof Date && !Number.isNaN(date.getTime())) return;
  throw invalid(`${prefix}purchasedAt`, date, 'a Date', code);
}

function invalid(parameter: string, value: unknown, expected: string, code: string): BadRequestError {
  return new BadRequestError(`${parameter}: ${String(value)} is not valid: expected ${expected}.`, { code, parameter });
}
