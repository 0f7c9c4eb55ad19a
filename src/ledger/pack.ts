/** Packs of credits, and the check of their numbers. */
import type { BadRequestError } from '../contract/errors.ts';
import {
  filledString,
  invalidSetting,
  type Setting,
  wholeNumber,
  wrongParameter,
  wrongSetting,
} from '../options/checks.ts';
import { shownValue } from '../options/secrets.ts';
import { membersIn, type OptionTable } from '../options/table.ts';

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

/** The offer of a pack, before anybody buys it. */
export type PackOffer = Pick<Pack, 'requests' | 'priceUsd' | 'validDays' | 'connections'>;

/** A pack that is added to a ledger, or the new numbers of a pack that the ledger has. */
export interface NewPack extends Omit<PackOffer, 'priceUsd'> {
  /** Identifies the pack in its ledger. @default a random id */
  id?: string | undefined;
  /** Price in US dollars. @default 0 */
  priceUsd?: number | undefined;
  /** The pack is valid from this time. @default the time when the pack was first added */
  purchasedAt?: Date | undefined;
}

/** A pack in the settings of the local backend. Without an `id` its position identifies it: the first one is `pack-1`. */
export type LocalPack = Omit<NewPack, 'priceUsd'>;

/** Milliseconds of a day of a pack's validity. */
export const DAY_MS = 86_400_000;

/**
 * Returns the pack as a ledger stores it. A new pack has a random id unless it names one, and nothing is charged yet. A pack that the ledger has
 * keeps its charges, and whatever `pack` leaves out.
 *
 * @param known The pack of the same id that the ledger has.
 * @throws BadRequestError for a wrong number or date, and for the id of a pack of another key
 */
export function storedPack(keyId: string, pack: NewPack, known: Pack | undefined, now: number): Pack {
  assertOffer(pack);
  if (pack.purchasedAt !== undefined && !isDate(pack.purchasedAt))
    throw invalid('purchasedAt', pack.purchasedAt, 'a Date');
  if (known !== undefined && known.keyId !== keyId) {
    throw invalid('id', known.id, 'an id that no pack of another key has');
  }
  const first = known ?? { id: crypto.randomUUID(), priceUsd: 0, purchasedAt: new Date(now), charged: 0 };
  const { id = first.id, priceUsd = first.priceUsd, purchasedAt = first.purchasedAt } = pack;
  const { requests, connections, validDays } = pack;
  const expiresAt = new Date(purchasedAt.getTime() + validDays * DAY_MS);
  return { id, keyId, requests, charged: first.charged, connections, priceUsd, purchasedAt, validDays, expiresAt };
}

/** Returns whether a pack is valid at a timestamp in milliseconds since the epoch. */
export const isActive = ({ purchasedAt, expiresAt }: Pack, now: number): boolean =>
  purchasedAt.getTime() <= now && now < expiresAt.getTime();

/** The credits and connections of a key's valid packs. */
export interface Credits {
  /** Credits that are not charged. */
  remaining: number;
  connections: number;
}

/** Adds up the packs of a key that are valid at a timestamp in milliseconds since the epoch. */
export function creditsOf(packs: Iterable<Pack>, now: number): Credits {
  const sum: Credits = { remaining: 0, connections: 0 };
  for (const pack of packs) {
    if (!isActive(pack, now)) continue;
    sum.remaining += Math.max(0, pack.requests - pack.charged);
    sum.connections = Math.max(sum.connections, pack.connections);
  }
  return sum;
}

/** Orders packs: the one that expires first comes first. */
export const byExpiry = (one: Pack, other: Pack): number =>
  Number(one.expiresAt) - Number(other.expiresAt) || (one.id < other.id ? -1 : 1);

/** The largest numbers of a pack. Sums of requests stay exact, and expiry dates valid. */
export const LARGEST = { requests: 1_000_000_000_000, validDays: 1_000_000, connections: 1_000_000 } as const;

const NUMBERS = ['requests', 'validDays', 'connections'] as const;

const PACK: OptionTable<LocalPack> = {
  id: { check: filledString },
  requests: { check: (setting) => wholeNumber(setting, 1, LARGEST.requests) },
  validDays: { check: (setting) => wholeNumber(setting, 1, LARGEST.validDays) },
  connections: { check: (setting) => wholeNumber(setting, 1, LARGEST.connections) },
  purchasedAt: { check: validDate },
};

/** Returns the packs of a program's settings. @throws BadRequestError `INVALID_CONFIGURATION` with a parameter such as `packs[0].requests` */
export function checkedPacks({ name, value }: Setting): LocalPack[] {
  if (!Array.isArray(value)) throw invalidSetting(name, value, 'is not valid: expected a list of packs.');
  const ids = new Set<string>();
  return value.map((given: unknown, index) => {
    const path = `${name}[${index}]`;
    const pack = membersIn(PACK)({ name: path, value: given }) as LocalPack;
    const missing = NUMBERS.find((number) => pack[number] === undefined);
    if (missing !== undefined) throw wrongSetting(`${path}.${missing}`, 'missing: expected a number.');
    const id = packIdOf(pack, index);
    if (ids.has(id)) throw invalidSetting(`${path}.id`, id, 'is the id of another pack: expected one of its own.');
    ids.add(id);
    return pack;
  });
}

/** Returns the id of a pack in a program's settings: its own, else its position, such as `pack-1`. */
export const packIdOf = ({ id }: Pick<NewPack, 'id'>, index: number): string => id ?? `pack-${index + 1}`;

/** Checks the numbers of an offer. @throws BadRequestError with the name of the wrong number */
export function assertOffer(offer: Omit<PackOffer, 'priceUsd'>): void {
  for (const name of NUMBERS) {
    const value: unknown = offer[name];
    if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > LARGEST[name])
      throw invalid(name, value, `a whole number from 1 to ${LARGEST[name]}`);
  }
}

const isDate = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime());

function validDate({ name, value }: Setting): Date {
  if (isDate(value)) return value;
  throw invalidSetting(name, value, 'is not valid: expected a Date.');
}

const invalid = (parameter: string, value: unknown, expected: string): BadRequestError =>
  wrongParameter(parameter, `${shownValue(value)} is not valid: expected ${expected}.`);
