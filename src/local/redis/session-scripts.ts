/** The scripts of leased sessions. */
import { SERVER_TIME, script } from '../../redis/script.ts';

/**
 * The sessions of a marketplace are in four keys: `leases` (when each one ends), `owners` (the process that has it), `generations`, and `wanted`
 * (processes that wait, until when). The first argument is the time of a test, or empty.
 */
const SESSIONS = `${SERVER_TIME}
local leases, owners, generations, wanted = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local now = tonumber(ARGV[1]) or now_ms()
local process, lease = ARGV[2], tonumber(ARGV[3])
local function is_mine(name) return redis.call('HGET', owners, name) == process end
local function is_free(name)
  local lapses_at = tonumber(redis.call('ZSCORE', leases, name) or 0)
  return lapses_at <= now or lapses_at > now + lease
end
local function take(name)
  redis.call('ZADD', leases, now + lease, name)
  redis.call('HSET', owners, name, process)
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, 86400000 + lease) end
end
`;

/** Leases a free session: that which was blocked longest ago, or never. Arguments: time, process, lease, names. Returns its index and generation. */
export const LEASE_SESSION = script(
  'lease a session',
  `${SESSIONS}
local best, best_at
for index = 4, #ARGV do
  if is_free(ARGV[index]) then
    local dropped_at = tonumber(redis.call('HGET', generations, 'dropped:' .. ARGV[index]) or 0)
    if not best or dropped_at < best_at then best, best_at = index, dropped_at end
  end
end
if best then
  take(ARGV[best])
  redis.call('ZREM', wanted, process)
  return { best - 4, tonumber(redis.call('HGET', generations, ARGV[best]) or 1) }
end
redis.call('ZADD', wanted, now + 2 * lease, process)
redis.call('PEXPIRE', wanted, 86400000)
return {}
`,
);

/** Renews sessions. Arguments: time, process, lease, names. Returns how many processes wait, and the names that are lost. */
export const RENEW_SESSIONS = script(
  'renew sessions',
  `${SESSIONS}
redis.call('ZREMRANGEBYSCORE', wanted, '-inf', now)
local result = { redis.call('ZCARD', wanted) }
for index = 4, #ARGV do
  local name = ARGV[index]
  if is_mine(name) or is_free(name) then take(name) else result[#result + 1] = name end
end
return result
`,
);

/** Gives sessions back, and wakes the process that waits longest. Arguments: time, process, lease, wake channel, marketplace, names. */
export const GIVE_BACK = script(
  'give sessions back',
  `${SESSIONS}
for index = 6, #ARGV do
  if is_mine(ARGV[index]) then
    redis.call('ZREM', leases, ARGV[index])
    redis.call('HDEL', owners, ARGV[index])
  end
end
redis.call('ZREMRANGEBYSCORE', wanted, '-inf', now)
for _, waiter in ipairs(redis.call('ZRANGE', wanted, 0, #ARGV - 6)) do redis.call('PUBLISH', ARGV[4] .. waiter, ARGV[5]) end
return 1
`,
);

/** Replaces a generation of a session once. Arguments: time, process, lease, name, generation. */
export const DROP_SESSION = script(
  'drop a session',
  `${SESSIONS}
local known = tonumber(redis.call('HGET', generations, ARGV[4]) or 1)
if known == tonumber(ARGV[5]) then redis.call('HSET', generations, ARGV[4], known + 1, 'dropped:' .. ARGV[4], now) end
redis.call('PEXPIRE', generations, 86400000 + lease)
return 1
`,
);
