/** Names of keys in Redis: `<prefix>:{<hash tag>}:<rest>`. */

/** Returns the name of a key. Keys with the same tag are on the same node of a Redis Cluster: a script may use only such keys together. */
export function redisKey(prefix: string, tag: string, ...rest: readonly string[]): string {
  return [prefix, `{${tag}}`, ...rest].join(':');
}

/** Returns the hash tag of everything that belongs to one API key. */
export function apiKeyTag(keyId: string): string {
  return `k:${keyId}`;
}
