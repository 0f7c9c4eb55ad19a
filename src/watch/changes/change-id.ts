/** Ids of changes. */
import { createHash } from 'node:crypto';
import type { ChangeType } from '../types.ts';

/**
 * Returns the id of a change: 24 letters, digits, `-` and `_`. It is the same whenever the same visit is made again, also after a restart.
 *
 * @param target Id of the target.
 * @param visit Number of the visit that records the change.
 * @param key What the change is about: an ASIN, the key of an offer. Empty for the target itself.
 */
export function changeId(target: string, visit: number, type: ChangeType, field: string, key: string): string {
  const identity = JSON.stringify([target, visit, type, field, key]);
  return createHash('sha256').update(identity).digest().subarray(0, 18).toString('base64url');
}
