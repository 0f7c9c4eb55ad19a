/** API keys: random, shown once, stored as a hash. Their packs: the sizes on offer, and how a key gets one. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BadRequestError } from '../contract/errors.ts';
import { shown } from '../contract/shown.ts';
import { assertOffer, type Pack, type PackOffer } from '../ledger/pack.ts';
import { type ServiceStore, type StoredKey, unknownKey } from './store.ts';

/** A new key. Its secret is known only now. */
export interface NewKey {
  /** The public part of the key, which identifies it. */
  id: string;
  /** Name that the operator gave the key. */
  name: string;
  /** The value of `x-api-key`: `bb_<id>_<secret>`, with a secret of 256 random bits. It cannot be shown again. */
  key: string;
}

const KEY_FORM = /^bb_([0-9a-f]{12})_[\w-]{43}$/;
const LONGEST_NAME = 100;

/** Creates a key and stores its hash. @throws BadRequestError for a name that is empty or too long */
export async function createKey(store: ServiceStore, name: string, at: number): Promise<NewKey> {
  const { key, stored } = newKey(name, at);
  await store.addKey(stored);
  return { id: stored.id, name: stored.name, key };
}

/** Creates a key in a store without keys. Returns `undefined` if the store has one: of several processes that start at once, one creates the key. */
export async function createFirstKey(store: ServiceStore, name: string, at: number): Promise<NewKey | undefined> {
  const { key, stored } = newKey(name, at);
  return (await store.addKey(stored, { isFirst: true })) ? { id: stored.id, name: stored.name, key } : undefined;
}

function newKey(name: string, at: number): { key: string; stored: StoredKey } {
  const title = name.trim();
  if (title === '' || title.length > LONGEST_NAME) {
    throw new BadRequestError(`name: ${shown(name)} is not valid: expected 1 to ${LONGEST_NAME} characters.`, {
      parameter: 'name',
    });
  }
  const id = randomBytes(6).toString('hex');
  const key = secretOf(id);
  return { key, stored: { id, name: title, hash: hashOf(key), createdAt: at, revokedAt: null } };
}

/** Replaces the secret of a key. Its packs stay, and the old secret no longer works. @throws BadRequestError for an unknown or revoked key */
export async function rotateKey(store: ServiceStore, id: string): Promise<NewKey> {
  const [found] = await store.listKeys({ id });
  const key = secretOf(id);
  if (found === undefined || !(await store.changeKey(id, { hash: hashOf(key) }))) throw unknownKey(id);
  return { id, name: found.name, key };
}

/** Revokes a key for good. @throws BadRequestError for an unknown key, or one that is already revoked */
export async function revokeKey(store: ServiceStore, id: string, at: number): Promise<void> {
  if (!(await store.changeKey(id, { revokedAt: at }))) throw unknownKey(id);
}

/** Unknown keys are compared with this hash, so that they take as long as known keys. */
const NO_HASH = hashOf('');

/** Returns the stored key for the value of `x-api-key`; `undefined` if it is missing, wrong or revoked. */
export async function verifyKey(store: ServiceStore, given: string | undefined): Promise<StoredKey | undefined> {
  const id = KEY_FORM.exec(given ?? '')?.[1];
  const [key] = id === undefined ? [] : await store.listKeys({ id });
  // A text that is not a key needs no hash, however long it is.
  const isRight = isSameSecret(hashOf(id === undefined ? '' : (given ?? '')), key?.hash ?? NO_HASH);
  return key !== undefined && isRight && key.revokedAt === null ? key : undefined;
}

/** Returns the SHA-256 in hexadecimal digits. Keys are random, so a slow password hash is not needed. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Compares two hashes in constant time. */
export function isSameSecret(hash: string, other: string): boolean {
  return hash.length === other.length && timingSafeEqual(Buffer.from(hash), Buffer.from(other));
}

function secretOf(id: string): string {
  return `bb_${id}_${randomBytes(32).toString('base64url')}`;
}

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
