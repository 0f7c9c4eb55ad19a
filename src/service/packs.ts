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

/** The defaults of a free pack. */
export const FREE_PACK: PackOffer = { requests: 1_000, priceUsd: 0, validDays: 30, connections: 10 };

/**
 * Returns the offer of a pack.
 *
 * @param size Number of requests, or `free` for {@link FREE_PACK}. A number that {@link PACK_SIZES} has not is a free pack of so many requests.
 * @param changes Numbers that differ from those of the size.
 * @throws BadRequestError for a size that is neither, or a number that is not a whole number of at least 1
 */
export function packOffer(size: string, changes: Partial<PackOffer> = {}): PackOffer {
  if (size !== 'free' && !/^\d{1,15}$/.test(size)) {
    throw new BadRequestError(`size: ${shown(size)} is not a size: expected a number of requests, or free.`, {
      parameter: 'size',
    });
  }
  const sizes: Readonly<Record<string, PackOffer>> = PACK_SIZES;
  const offer = {
    ...(size === 'free' ? FREE_PACK : (sizes[size] ?? { ...FREE_PACK, requests: Number(size) })),
    ...changes,
  };
  assertOffer(offer);
  return offer;
}

/**
 * Adds a pack to a key.
 *
 * @param at The pack is valid from this time, in milliseconds since the epoch.
 * @throws BadRequestError for a key that the store does not have
 */
export async function buyPack(store: ServiceStore, keyId: string, offer: PackOffer, at: number): Promise<Pack> {
  if ((await store.listKeys({ id: keyId })).length === 0) throw unknownKey(keyId);
  return store.ledger.addPack(keyId, { ...offer, purchasedAt: new Date(at) });
}
