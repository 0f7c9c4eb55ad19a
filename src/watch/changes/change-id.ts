/** Ids of changes. */
import { createHash } from 'node:crypto';
import type { ChangeType } from '../types.ts';

/**
 * Returns the id of a change: 24 letters, digits, `-` and `_`. It is the same when the same visit is made again. A new store counts its visits from 1
 * again: the time tells its changes from those of an earlier store.
 *
 * @param visit The id of the target, the number of the visit that records the change, and when the known state was seen [milliseconds since the epoch].
 * @param key What the change is about: an ASIN, the key of an offer. Empty for the target itself.
 */
export function changeId(
  visit: { target: string; number: number; since: number },
  type: ChangeType,
  field: string,
  key: string,
): string {
  const identity = JSON.stringify([visit.target, visit.number, visit.since, type, field, key]);
  return createHash('sha256').update(identity).digest().subarray(0, 18).toString('base64url');
}
