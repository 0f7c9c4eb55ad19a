/** Names of sessions that processes share. They are not in `proxies.ts`, because every import of the package loads that, and hashes take time to load. */
import { createHash } from 'node:crypto';
import { revealed } from '../../settings/secret.ts';
import type { ProxySetting } from './proxies.ts';

/**
 * Returns the names of the sessions: those of their proxies. They are hashes, because a user name can be a secret. Equal proxies get different names,
 * as a provider can have several addresses behind one URL.
 */
export function sessionNamesOf(proxy: ProxySetting | undefined): string[] {
  if (proxy === undefined || typeof proxy === 'function') return ['1'];
  const names = [proxy].flat().map((url) => nameOf(String(revealed(url))));
  return names.map((name, index) => {
    const same = names.slice(0, index).filter((other) => other === name).length;
    return same === 0 ? name : `${name}-${same + 1}`;
  });
}

/** The password is left out: a hash of a short one can be guessed. */
function nameOf(url: string): string {
  const { protocol, username, host } = new URL(url);
  return createHash('sha256').update(`${protocol}//${username}@${host}`).digest('hex').slice(0, 16);
}
