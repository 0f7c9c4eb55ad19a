/** The scripts of the shared pace. Each decides in one step, by the clock of the server. */
import { SERVER_TIME, script } from '../../redis/script.ts';

/**
 * The state of a host is in four keys: `state` (hash: `next`, `last`, `seq`, and by proxy `until` and `failures`), `waiting` (requests in
 * the order of their arrival), `due` (when a waiting request counts as killed) and `running` (when the lease of a turn ends).
 *
 * The first argument is the time of a test, or empty. If somebody sets the clock of the server back, no stored time is later than it could have
 * been written now.
 */
const HOST = `${SERVER_TIME}
local state, waiting, due, running = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local now = tonumber(ARGV[1]) or now_ms()
local function number(field) return tonumber(redis.call('HGET', state, field) or 0) end
local function time_of(field, most)
  local at = number(field)
  if at <= now + most then return at end
  redis.call('HSET', state, field, now + most)
  return now + most
end
local function lapse(key, most)
  local lapsed = redis.call('ZRANGEBYSCORE', key, '-inf', now)
  for _, id in ipairs(lapsed) do
    redis.call('ZREM', key, id)
    if key == due then redis.call('ZREM', waiting, id) end
  end
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. (now + most), '+inf')) do redis.call('ZADD', key, now + most, id) end
end
local function wake(prefix, rank)
  local id = redis.call('ZRANGE', waiting, rank, rank)[1]
  if id then redis.call('PUBLISH', prefix .. string.match(id, '^[^:]+'), ARGV[3]) end
end
local function keep(ms) for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ms) end end
`;

/** Longest time until a waiting request asks again [milliseconds]. It asks once more when it is woken. */
const LONGEST_WAIT_MS = 30_000;
/** How long the state of a host is kept without requests [milliseconds]. */
const KEEP_MS = 86_400_000;

/** Asks for a turn. Arguments: time, id, host, wake channel, proxy, concurrency, gap, jitter, drawn jitter, longest back-off, lease. */
export const ASK = script(
  'ask for a turn',
  `${HOST}
local id, channel, proxy = ARGV[2], ARGV[4], ARGV[5]
local most, gap, jitter, drawn = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local longest, lease = tonumber(ARGV[10]), tonumber(ARGV[11])
lapse(running, lease)
lapse(due, ${LONGEST_WAIT_MS} + lease)
local failures = number('failures:' .. proxy)
local back = time_of('until:' .. proxy, longest)
local ready = math.max(time_of('next', gap + jitter), back)
local others = redis.call('ZCARD', running)
local is_running = redis.call('ZSCORE', running, id)
if is_running then
  others = others - 1
  if redis.call('HGET', state, 'last') == id then ready = back end
elseif back > now then
  redis.call('ZREM', waiting, id)
  redis.call('ZREM', due, id)
elseif not redis.call('ZSCORE', waiting, id) then
  redis.call('ZADD', waiting, redis.call('HINCRBY', state, 'seq', 1), id)
end
keep(${KEEP_MS} + longest)
local free = most - others
local rank = 0
if not is_running then rank = redis.call('ZRANK', waiting, id) or redis.call('ZCARD', waiting) end
local starts = 0
if ready <= now then starts = (gap + jitter == 0) and free or math.min(free, 1) end
if rank < starts then
  redis.call('ZREM', waiting, id)
  redis.call('ZREM', due, id)
  redis.call('ZADD', running, now + lease, id)
  redis.call('HSET', state, 'next', now + gap + drawn, 'last', id)
  keep(${KEEP_MS} + longest)
  return { 1, failures, 0, 0, 0, 0 }
end
local step = gap + jitter / 2
local expected = math.max(0, ready - now) + rank * step
local wait, is_known = expected, 1
if back > now then
  wait = back - now
elseif rank >= free then
  wait, is_known = math.max(expected, lease), 0
elseif rank > 0 then
  wait = math.max(expected, 20)
  if ready <= now then wake(channel, 0) end
end
wait = math.min(math.max(math.ceil(wait), 1), ${LONGEST_WAIT_MS})
if redis.call('ZSCORE', waiting, id) then redis.call('ZADD', due, now + wait + math.ceil(lease / 2), id) end
keep(${KEEP_MS} + longest)
return { 0, failures, wait, math.ceil(expected), is_known, (back > now) and 1 or 0, rank + 1 }
`,
);

/**
 * Ends a turn or a wait. The requests in front know when they start; the first one behind them waited for a place and is woken, and so is a new
 * first one. Arguments: time, id, host, wake channel, concurrency.
 */
export const END = script(
  'end a turn',
  `${HOST}
local id = ARGV[2]
local free = math.max(0, tonumber(ARGV[5]) - redis.call('ZCARD', running))
local rank = redis.call('ZRANK', waiting, id)
redis.call('ZREM', waiting, id)
redis.call('ZREM', due, id)
if redis.call('ZREM', running, id) == 1 then
  wake(ARGV[4], free)
elseif rank and rank <= free then
  wake(ARGV[4], math.max(free - 1, 0))
  if rank == 0 and free > 1 then wake(ARGV[4], 0) end
end
return 1
`,
);

/** Renews turns, also of a process that was paused: its requests still run. Arguments: time, lease, ids. */
export const RENEW = script(
  'renew turns',
  `${HOST}
for index = 3, #ARGV do redis.call('ZADD', running, now + tonumber(ARGV[2]), ARGV[index]) end
keep(${KEEP_MS})
return 1
`,
);

/** Starts a back-off, or makes one longer: its failures count once. Arguments: time, proxy, first wait, longest wait, wait that the site asked for or empty. */
export const BACK_OFF = script(
  'back off',
  `${HOST}
local proxy, longest = ARGV[2], tonumber(ARGV[4])
local left = time_of('until:' .. proxy, longest) - now
local wait = tonumber(ARGV[5])
if left <= 0 then
  local failures = redis.call('HINCRBY', state, 'failures:' .. proxy, 1)
  wait = wait or tonumber(ARGV[3]) * 2 ^ math.min(failures - 1, 30)
end
wait = math.floor(math.min(math.max(wait or left, left), longest))
redis.call('HSET', state, 'until:' .. proxy, now + wait)
keep(${KEEP_MS} + longest)
return wait
`,
);
