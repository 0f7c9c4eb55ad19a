/** The API keys in Redis: one hash, with a JSON text for each key. */
import type { RedisConnection } from '../../redis/connection.ts';
import { redisKey } from '../../redis/keys.ts';
import { script } from '../../redis/script.ts';
import { type KeyChanges, type KeyFilter, pageOfKeys, type StoredKey } from '../store.ts';

/** Arguments: the id of the key, its text. Returns 1 if the key is the first one, also if the script is sent again. */
const ADD_FIRST = script(
  'add-first-key',
  `if redis.call('HLEN', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
return redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] and 1 or 0`,
);

/** Arguments: the id of the key, its text as it was read, its new text. Returns 0 if another process has changed it. */
const REPLACE = script(
  'replace-key',
  `local text = redis.call('HGET', KEYS[1], ARGV[1])
if text == ARGV[2] then redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return (text == ARGV[2] or text == ARGV[3]) and 1 or 0`,
);

/** The keys of a `redisStore`. */
export class RedisKeys {
  readonly #redis: RedisConnection;
  readonly #name: string;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
    this.#name = redisKey(redis.prefix, 'service', 'keys');
  }

  /** Implements `addKey` of the store. */
  async add(key: StoredKey, { isFirst = false }: { isFirst?: boolean } = {}): Promise<boolean> {
    if (isFirst) return (await this.#redis.run<number>(ADD_FIRST, [this.#name], [key.id, textOf(key)])) === 1;
    await this.#redis.command('HSET', this.#name, key.id, textOf(key));
    return true;
  }

  /** Implements `listKeys` of the store. */
  async list({ id, ...page }: KeyFilter = {}): Promise<StoredKey[]> {
    const texts = id === undefined ? await this.#redis.command<string[]>('HVALS', this.#name) : [await this.text(id)];
    const keys = texts.map((text) => (text === null ? undefined : (JSON.parse(text) as StoredKey)));
    return pageOfKeys(keys, page);
  }

  /** Implements `changeKey` of the store. */
  async change(id: string, changes: KeyChanges): Promise<boolean> {
    for (;;) {
      const text = await this.text(id);
      const key = text === null ? undefined : (JSON.parse(text) as StoredKey);
      if (text === null || key?.revokedAt !== null) return false;
      const changed = textOf({ ...key, ...changes });
      if ((await this.#redis.run<number>(REPLACE, [this.#name], [id, text, changed])) === 1) return true;
    }
  }

  private text(id: string): Promise<string | null> {
    return this.#redis.command('HGET', this.#name, id);
  }
}

function textOf({ id, name, hash, createdAt, revokedAt }: StoredKey): string {
  return JSON.stringify({ id, name, hash, createdAt, revokedAt });
}
