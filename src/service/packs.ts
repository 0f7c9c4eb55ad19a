/** The request packs of the specification ("Limits"), and free ones. */
import { BadRequestError } from '../contract/errors.ts';
import type { Awaitable, ServiceStore, StoredPack } from './store.ts';

/** What a pack gives. */
export interface PackOffer {
  /** How many answers it pays for. */
  requests: number;
  /** Its price in US dollars; `0` for a free one. */
  priceUsd: number;
  /** How many days it is valid from the moment it is bought. */
  validDays: number;
  /** How many calls may run at once. */
  connections: number;
}

/** The four sizes that the specification sells, by their number of requests. */
export const PACK_SIZES = {
  '10000': { requests: 10_000, priceUsd: 9, validDays: 30, connections: 10 },
  '100000': { requests: 100_000, priceUsd: 49, validDays: 60, connections: 10 },
  '500000': { requests: 500_000, priceUsd: 199, validDays: 90, connections: 25 },
  '2000000': { requests: 2_000_000, priceUsd: 649, validDays: 120, connections: 50 },
} as const satisfies Record<string, PackOffer>;

/** A size of the table, or `free`. */
export type PackSize = keyof typeof PACK_SIZES | 'free';

/** A free pack, when no more is said of it. The specification leaves its size open. */
export const FREE_PACK: PackOffer = { requests: 1_000, priceUsd: 0, validDays: 30, connections: 10 };

/** All sizes by name. */
export const PACK_NAMES: readonly PackSize[] = [...(Object.keys(PACK_SIZES) as (keyof typeof PACK_SIZES)[]), 'free'];

const DAY_MS = 86_400_000;

/**
 * The offer of a size; of a free one the parts can be given.
 *
 * @throws BadRequestError for a size that is none, or a number that is not whole and at least 1
 */
export function packOffer(size: string, free: Partial<Omit<PackOffer, 'priceUsd'>> = {}): PackOffer {
  if (size === 'free') return checkedOffer({ ...FREE_PACK, ...free });
  const offer = PACK_NAMES.includes(size as PackSize) ? PACK_SIZES[size as keyof typeof PACK_SIZES] : undefined;
  if (offer !== undefined) return offer;
  throw new BadRequestError(`size: ${JSON.stringify(size)} must be one of ${PACK_NAMES.join(', ')}`, {
    parameter: 'size',
  });
}

/** Adds a pack to a key, valid from a moment on. @throws BadRequestError when there is no such key */
export function buyPack(store: ServiceStore, keyId: string, offer: PackOffer, at: number): Awaitable<StoredPack> {
  const { requests, priceUsd, connections, validDays } = offer;
  return store.addPack({
    keyId,
    requests,
    priceUsd,
    connections,
    validFrom: at,
    validUntil: at + validDays * DAY_MS,
  });
}

function checkedOffer(offer: PackOffer): PackOffer {
  for (const name of ['requests', 'validDays', 'connections'] as const) {
    const value = offer[name];
    if (Number.isSafeInteger(value) && value >= 1 && value <= 1_000_000_000) continue;
    throw new BadRequestError(`${name}: ${value} must be a whole number from 1 to 1000000000`, { parameter: name });
  }
  return offer;
}
