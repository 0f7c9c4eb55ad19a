import { describe, expect, it } from 'vitest';
import { redisLedger, redisStore } from '../../src/entries/redis.ts';

const URL = 'redis://127.0.0.1:1';

describe.each([
  ['redisLedger', redisLedger],
  ['redisStore', redisStore],
])('%s', (_name, open) => {
  it('refuses targets that are not Redis, without their passwords', () => {
    for (const target of ['http://user:secret@host', 'redis://', '', 5 as never])
      expect(() => open(target)).toThrow(/^target: .*is not a Redis URL or a client of ioredis/);
    expect(() => open('http://user:secret@host')).not.toThrow('secret');
  });

  it('refuses options that are not valid, by their names', () => {
    expect(() => open(URL, { prefix: 'a{b}' })).toThrow('prefix: "a{b}" is not valid');
    expect(() => open(URL, { waitMs: 0 })).toThrow('waitMs: 0');
    expect(() => open(URL, { replica: 1 } as object)).toThrow('replica');
  });
});
