/** Lua scripts that run in Redis. Each runs as a whole, and nothing else runs meanwhile. */
import { createHash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';

/** A Lua script. It must be idempotent: after a lost connection it is sent again. */
export interface Script {
  readonly name: string;
  readonly lua: string;
  /** The name of the script for `EVALSHA`. */
  readonly sha: string;
}

/** Returns a script of a Lua text. */
export function script(name: string, lua: string): Script {
  return { name, lua, sha: createHash('sha1').update(lua).digest('hex') };
}

/** Runs a script. Sends its text only if the server does not know it. @param keys All keys that it uses, with the same hash tag. */
export async function runScript(
  client: Redis | Cluster,
  { lua, sha }: Script,
  keys: readonly string[],
  args: readonly RedisValue[],
): Promise<unknown> {
  const rest = [keys.length, ...keys, ...args] as const;
  try {
    return await client.evalsha(sha, ...rest);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return client.eval(lua, ...rest);
  }
}

/** The arguments of a script or a command. */
export type RedisValue = string | number | Buffer;

/**
 * A Lua function `now_ms()`, which returns the time of the server [milliseconds since the epoch].
 * Put it before the text of a script that needs the time.
 */
export const SERVER_TIME = `
local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`;
