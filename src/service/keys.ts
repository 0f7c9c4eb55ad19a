/** API keys: made at random, shown once, kept as a hash. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BadRequestError } from '../contract/errors.ts';
import { type ServiceStore, type StoredKey, unknownKey } from './store.ts';

/** A key at the only moment at which its secret is known. */
export interface NewKey {
  /** The part of the key that is no secret: it names the key. */
  id: string;
  /** What the operator calls it. */
  name: string;
  /** What goes into `x-api-key`: `bb_<id>_<secret>`, the secret of 256 random bits. It cannot be shown again. */
  key: string;
}

/** The id, which names the key in logs and lists, and the secret. */
const KEY_FORM = /^bb_([0-9a-f]{12})_[\w-]{43}$/;
const LONGEST_NAME = 100;

/** Makes a key and stores its hash. @throws BadRequestError for a name that is empty or too long */
export async function createKey(store: ServiceStore, name: string, at: number): Promise<NewKey> {
  const title = name.trim();
  if (title === '' || title.length > LONGEST_NAME) {
    throw new BadRequestError(`name: ${JSON.stringify(name.slice(0, 40))} must have 1 to ${LONGEST_NAME} characters`, {
      parameter: 'name',
    });
  }
  const id = randomBytes(6).toString('hex');
  const key = secretOf(id);
  await store.addKey({ id, name: title, hash: hashOf(key), createdAt: at, revokedAt: null });
  return { id, name: title, key };
}

/** Gives a key another secret; its packs stay, and the old secret is refused from now on. @throws BadRequestError when there is no such key */
export async function rotateKey(store: ServiceStore, id: string): Promise<NewKey> {
  const found = await store.findKey(id);
  const key = secretOf(id);
  if (found === undefined || !(await store.replaceHash(id, hashOf(key)))) throw unknownKey(id);
  return { id, name: found.name, key };
}

/** Refuses a key from now on, for good. @throws BadRequestError when there is no such key, or it is revoked */
export async function revokeKey(store: ServiceStore, id: string, at: number): Promise<void> {
  if (!(await store.revokeKey(id, at))) throw unknownKey(id);
}

/** Compared with where there is no key, so that this takes as long. */
const NO_HASH = hashOf('');

/** The key that a request names, when it is good; `undefined` for a missing, wrong or revoked one, without telling which. */
export async function verifyKey(store: ServiceStore, given: string | undefined): Promise<StoredKey | undefined> {
  const id = KEY_FORM.exec(given ?? '')?.[1];
  const key = id === undefined ? undefined : await store.findKey(id);
  const isRight = isSameSecret(hashOf(given ?? ''), key?.hash ?? NO_HASH);
  return key !== undefined && isRight && key.revokedAt === null ? key : undefined;
}

/** SHA-256 in hexadecimal digits. Keys are random, so that no slow hash is called for. */
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
