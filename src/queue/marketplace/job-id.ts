/** The ids of the jobs of a group. */
import { createHash } from 'node:crypto';
import { callIdentity } from '../../contract/call-identity.ts';

/** Length of the part behind the group. */
const HASH_LENGTH = 22;

/** Returns the id of the job of a call: the group, and 128 bits of a hash of its endpoint, parameters and idempotency key. */
export function jobIdOf(group: string, endpoint: string, params: object, key: string): string {
  const identity = callIdentity(endpoint, params, { key });
  return `${group}.${createHash('sha256').update(identity).digest().subarray(0, 16).toString('base64url')}`;
}

/** Whether a job is one of the group. */
export function isOfGroup(id: string, group: string): boolean {
  return id.startsWith(`${group}.`) && id.length === group.length + 1 + HASH_LENGTH;
}
