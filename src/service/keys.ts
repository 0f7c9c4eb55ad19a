/** API keys: random, shown once, stored as a hash. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BadRequestError } from '../contract/errors.ts';
import { shown } from '../contract/shown.ts';
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
