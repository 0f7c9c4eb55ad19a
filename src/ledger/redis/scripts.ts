/**
 * The Lua scripts of the ledger in Redis. All keys of a script belong to one API key, and have its hash tag:
 *
 * - `packs`: a hash with the numbers of each pack (`p:<pack>`) and its charges (`c:<pack>`).
 * - `held`: a sorted set of reservations by the time at which they lapse. They stay for an hour after that, for late charges.
 * - `reserved`: a hash with the pack of each reservation (`i:<reservation>`, empty if it costs nothing), the number of live reservations of each
 *   pack (`r:<pack>`), and the time up to which lapsed ones have been subtracted from it (`@`).
 * - `done`: a hash of what commits have charged, by reservation: `<commit> <time> <pack>`, without a pack if the call was free because of its charge
 *   id. A commit that is sent twice finds it. It stays until its sender has the response.
 * - `charge`: the charge of a charge id: `<time> <calls> <pack>`, with the number of calls that it was made for or that were free because of it.
 */
import { SERVER_TIME, script } from '../../redis/script.ts';
import { FORGET_CHARGE_MS } from '../ledger.ts';
import { ACCOUNT, DONE, PACKS, TAKE, TIMES } from './script-parts.ts';

/** Milliseconds after which a pack that has expired is forgotten: 400 days. */
export const FORGET_PACK_MS = 400 * 86_400_000;

/**
 * A Lua function `charge()`, which charges a reservation, and returns how many credits that costs (0 or 1) and how many are left. `KEYS[1]` to
 * `KEYS[5]` and `ARGV[1]` to `ARGV[5]` are those that `RedisLedger.charge` sends. A script that begins with it may have further ones.
 */
export const CHARGE = `${TIMES}${PACKS}${ACCOUNT}${TAKE}${DONE}
local function charge()
  local id, commit, done = ARGV[3], ARGV[4], KEYS[4]
  local charge_key = charge_key_of(id, KEYS[5])
  local known, known_pack = commit_of(done, id)
  if known then
    local _, remaining = account()
    return known == commit and known_pack ~= '' and 1 or 0, remaining
  end
  local pack, is_lapsed = take(id)
  sweep()
  forget(done)
  local active, remaining = account()
  if not pack then return 0, remaining end
  if is_charged(charge_key) then
    rely_on(charge_key, 1)
    remember(done, id, commit, '')
    return 0, remaining
  end
  -- Without a pack, the charge that this call was free for has been taken back.
  if is_lapsed or pack == '' then pack = free_pack(active) end
  if not pack or redis.call('HEXISTS', packs_key, 'p:' .. pack) == 0 then return 0, remaining end
  redis.call('HINCRBY', packs_key, 'c:' .. pack, 1)
  remember(done, id, commit, pack)
  if charge_key then redis.call('SET', charge_key, write(time) .. ' 1 ' .. pack, 'PX', ${FORGET_CHARGE_MS}) end
  local _, left = account()
  return 1, left
end
`;

/** Arguments: the times, the reservation, the commit, the reservations of earlier commits whose response has arrived. */
export const COMMIT = script('commit', `${CHARGE}return { charge() }`);

/** Arguments: the times, the reservation, the commit that may have been executed; empty if there is none. */
export const RELEASE = script(
  'release',
  `${TIMES}${PACKS}${ACCOUNT}${TAKE}${DONE}
local commit, done, charge_key = ARGV[4], KEYS[4], charge_key_of(ARGV[3], KEYS[5])
local known, pack = commit_of(done, ARGV[3])
if known and known == commit then
  redis.call('HDEL', done, ARGV[3])
  -- A charge that other calls rely on stays.
  if charge_key and redis.call('EXISTS', charge_key) == 1 then pack = rely_on(charge_key, -1) end
  if pack and pack ~= '' then redis.call('HINCRBY', packs_key, 'c:' .. pack, -1) end
else
  take(ARGV[3])
end
local _, remaining = account()
return remaining`,
);

/** Arguments: the times, the reservation, milliseconds of its lease. */
export const RESERVE = script(
  'reserve',
  `${TIMES}${PACKS}${ACCOUNT}
local id, lease = ARGV[3], tonumber(ARGV[4])
local charge_key = charge_key_of(id, KEYS[4])
-- The response to the first one was lost.
if redis.call('ZSCORE', held, id) then return { 'reserved' } end
sweep()
local active, remaining, connections = account()
local is_free = is_charged(charge_key)
local running = redis.call('ZCOUNT', held, '(' .. write(time), '+inf')
if (remaining > 0 or (is_free and connections > 0)) and running >= connections then
  return { 'connections', connections, remaining }
end
local pack = is_free and '' or free_pack(active)
if not pack then
  keep(0)
  return { 'credits', remaining }
end
redis.call('ZADD', held, write(time + lease), id)
redis.call('HSET', reserved, 'i:' .. id, pack)
if pack ~= '' then redis.call('HINCRBY', reserved, 'r:' .. pack, 1) end
keep(lease)
return { 'reserved' }`,
);

/** Arguments: the times, milliseconds of the leases, the reservations. */
export const RENEW = script(
  'renew',
  `${TIMES}${PACKS}${ACCOUNT}
local lease = tonumber(ARGV[3])
sweep()
for i = 4, #ARGV do
  local lapses_at = redis.call('ZSCORE', held, ARGV[i])
  if lapses_at and tonumber(lapses_at) > time then redis.call('ZADD', held, write(time + lease), ARGV[i]) end
end
keep(lease)
return redis.status_reply('OK')`,
);

/** Returns the time of the server, and the fields and values of the key `packs`. */
export const LIST_PACKS = script(
  'list-packs',
  `${SERVER_TIME}
return { now_ms(), redis.call('HGETALL', KEYS[1]) }`,
);

/**
 * Adds or changes a pack of a key, and forgets those that expired long ago. The key is `packs`. Arguments: the times, the pack's id, requests, connections,
 * days, purchase date (empty: that of the first addition), price (empty: the same as before).
 */
export const ADD_PACK = script(
  'add-pack',
  `${TIMES}${PACKS}
local key, id = KEYS[1], ARGV[3]
local known = redis.call('HGET', key, 'p:' .. id)
local known_from, known_price = string.match(known or '', '^%d+ %d+ (%-?%d+) %-?%d+ (.*)$')
local from = tonumber(ARGV[7]) or tonumber(known_from) or now
local to = from + tonumber(ARGV[6]) * 86400000
local price = ARGV[8] ~= '' and ARGV[8] or known_price or '0'
for _, pack in ipairs(packs_of(key)) do
  if pack.to <= now - ${FORGET_PACK_MS} then redis.call('HDEL', key, 'p:' .. pack.id, 'c:' .. pack.id) end
end
redis.call('HSET', key, 'p:' .. id, table.concat({ ARGV[4], ARGV[5], write(from), write(to), price }, ' '))
local ttl = math.max(0, to - now) + ${FORGET_PACK_MS}
redis.call('PEXPIRE', key, write(math.max(redis.call('PTTL', key), ttl)))
return { redis.call('HGET', key, 'p:' .. id), redis.call('HGET', key, 'c:' .. id) or '0' }`,
);

/**
 * Reserves the id of a pack for a key, and returns the key that has it. The keys are `owners` (the key of each pack) and `until` (when each pack is
 * forgotten), which list all packs of the ledger. Arguments: the times, the pack's id, the key, for how long it is kept [milliseconds].
 */
export const CLAIM = script(
  'claim',
  `${TIMES}
local owners, ends = KEYS[1], KEYS[2]
for _, id in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', server_ms, 'LIMIT', 0, 100)) do
  redis.call('HDEL', owners, id)
  redis.call('ZREM', ends, id)
end
local owner = redis.call('HGET', owners, ARGV[3])
if owner and owner ~= ARGV[4] then return owner end
redis.call('HSET', owners, ARGV[3], ARGV[4])
redis.call('ZADD', ends, 'GT', string.format('%.0f', server_ms + ARGV[5]), ARGV[3])
return ARGV[4]`,
);
