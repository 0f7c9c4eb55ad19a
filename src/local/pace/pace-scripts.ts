/** The scripts of the shared pace. Each decides in one step, by the clock of the server. */
import { SERVER_TIME, script } from '../../redis/script.ts';

/** How long the state of a host is kept without requests [milliseconds]: longer than any back-off. */
const KEEP_MS = 30 * 86_400_000;

/**
 * The state of a host is in two keys: `state` (hash: `next`, the earliest slot that is free; `last`, who has the slot before it; `until` and
 * `failures` of the back-off) and `places` (requests that wait for their slot or run, with the end of their lease).
 *
 * A lease lasts from the slot on: so its end tells the slot. The first argument is the time of a test, or empty.
 */
const HOST = `${SERVER_TIME}
local state, places = KEYS[1], KEYS[2]
local now = tonumber(ARGV[1]) or now_ms()
-- If somebody sets the clock back, no stored time is later than it could have been written now.
local function time_of(field, most)
  local at = tonumber(redis.call('HGET', state, field) or 0)
  if at <= now + most then return at end
  redis.call('HSET', state, field, now + most)
  return now + most
end
local function keep() for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ${KEEP_MS}) end end
`;

/**
 * Asks for a place, and then for a slot. Arguments: time, id, 1 to move a slot that is over, places, gap, jitter, drawn jitter, longest back-off,
 * lease. Returns `granted`, `slot`, `place` or `backoff`, then the wait, how long ago the slot was, and the failures of the host.
 */
export const ASK = script(
  'ask for a slot',
  `${HOST}
local id, moves, most = ARGV[2], ARGV[3] == '1', tonumber(ARGV[4])
local gap, jitter, drawn = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local longest, lease = tonumber(ARGV[8]), tonumber(ARGV[9])
-- Each place has one slot at most.
local function ahead() return (redis.call('ZCARD', places) + 1) * (gap + jitter) + lease end
redis.call('ZREMRANGEBYSCORE', places, '-inf', now)
redis.call('ZREMRANGEBYSCORE', places, '(' .. (now + ahead() + lease), '+inf')
local failures = tonumber(redis.call('HGET', state, 'failures') or 0)
-- A process without a back-off neither follows that of others nor ends it.
local back = longest > 0 and time_of('until', longest) or 0
if back > now then
  redis.call('ZREM', places, id)
  return { 'backoff', back - now, 0, failures }
end
local ends = redis.call('ZSCORE', places, id)
if not ends and redis.call('ZCARD', places) >= most then return { 'place', 0, 0, failures } end
local slot = ends and tonumber(ends) - lease
if moves or not slot then
  local free = time_of('next', ahead())
  if slot and redis.call('HGET', state, 'last') == id then free = math.min(free, slot) end
  slot = math.max(now, free)
  redis.call('HSET', state, 'next', slot + gap + drawn, 'last', id)
  redis.call('ZADD', places, slot + lease, id)
  keep()
end
if slot > now then return { 'slot', slot - now, 0, failures } end
return { 'granted', 0, now - slot, failures }
`,
);

/**
 * Ends a request. One that ends before its slot gives it back if it is the last one; else it keeps its place until then, so that there are never
 * more slots than places. Arguments: time, id, lease.
 */
export const END = script(
  'end a request',
  `${HOST}
local id = ARGV[2]
local slot = tonumber(redis.call('ZSCORE', places, id) or 0) - tonumber(ARGV[3])
redis.call('ZREM', places, id)
if slot <= now then return 1 end
if redis.call('HGET', state, 'last') == id then redis.call('HSET', state, 'next', slot)
else redis.call('ZADD', places, slot, id) end
keep()
return 1
`,
);

/** Renews the leases of running requests, also of a process that was paused. Arguments: time, lease, ids. */
export const RENEW = script(
  'renew leases',
  `${HOST}
for index = 3, #ARGV do redis.call('ZADD', places, now + tonumber(ARGV[2]), ARGV[index]) end
keep()
return 1
`,
);

/** Starts a back-off, or makes one longer: its failures count once. Arguments: time, first wait, longest wait, wait that the site asked for or empty. */
export const BACK_OFF = script(
  'back off',
  `${HOST}
local longest, wait = tonumber(ARGV[3]), tonumber(ARGV[4])
local left = math.max(0, time_of('until', longest) - now)
if left == 0 then
  local failures = redis.call('HINCRBY', state, 'failures', 1)
  wait = wait or tonumber(ARGV[2]) * 2 ^ math.min(failures - 1, 30)
end
wait = math.floor(math.min(math.max(wait or left, left), longest))
redis.call('HSET', state, 'until', now + wait)
keep()
return wait
`,
);
