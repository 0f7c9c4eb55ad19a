/** The sizes of packs on offer, and how a key gets one. */

import { BadRequestError } from '../contract/errors.ts';
import { shown } from '../contract/shown.ts';
import { assertOffer, type Pack, type PackOffer } from '../ledger/pack.ts';
import { type ServiceStore, unknownKey } from './store.ts';

/** The four sizes with a price, by their number of requests. */
export const PACK_SIZES = {
  '10000': { requests: 10_000, priceUsd: 9, validDays: 30, connections: 10 },
  '100000': { requests: 100_000, priceUsd: 49, validDays: 60, connections: 10 },
  '500000': { requests: 500_000, priceUsd: 199, validDays: 90, connections: 25 },
  '2000000': { requests: 2_000_000, priceUsd: 649, validDays: 120, connections: 50 },
} as const satisfies Record<string, PackOffer>;

/** A size of {@link PACK_SIZES}, or `free`. */
export type PackSize = keyof typeof PACK_SIZES | 'free';

/** The defaults of a free pack. */
export const FREE_PACK: PackOffer = { requests: 1_000, priceUsd: 0, validDays: 30, connections: 10 };

/** The names of all sizes. */
export const PACK_NAMES: readonly PackSize[] = [...(Object.keys(PACK_SIZES) as (keyof typeof PACK_SIZES)[]), 'free'];

/**
 * Returns the offer of a size.
 *
 * @param free Numbers of a free pack that differ from {@link FREE_PACK}.
 * @throws BadRequestError for an unknown size, or a number that is not a whole number of at least 1
 */
export function packOffer(size: string, free: Partial<Omit<PackOffer, 'priceUsd'>> = {}): PackOffer {
  if (size === 'free') {
    const offer = { ...FREE_PACK, ...free };
    assertOffer(offer);
    return offer;
  }
  const offer = PACK_NAMES.includes(size as PackSize) ? PACK_SIZES[size as keyof typeof PACK_SIZES] : undefined;
  if (offer !== undefined) return offer;
  throw new BadRequestError(`size: ${shown(size)} is not a size: expected one of ${PACK_NAMES.join(', ')}.`, {
    parameter: 'size',
  });
}

/**
 * Adds a pack to a key.
 *
 * @param at The pack is valid from this time, in milliseconds since the epoch.
 * @throws BadRequestError for a key that the store does not have
 */
export async function buyPack(store: ServiceStore, keyId: string, offer: PackOffer, at: number): Promise<Pack> {
  if ((await store.findKey(keyId)) === undefined) throw unknownKey(keyId);
  return store.ledger.addPack(keyId, { ...offer, purchasedAt: new Date(at) });
}
