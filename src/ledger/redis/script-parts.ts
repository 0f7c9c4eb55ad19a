/** Parts of the Lua scripts of the ledger in Redis: functions that several scripts begin with. */
import { SERVER_TIME } from '../../redis/script.ts';
import { FORGET_CHARGE_MS, FORGET_LAPSED_MS } from '../ledger.ts';

/** The first arguments of each script: times that replace that of the server, in tests and for `now`; empty if none. */
export const TIMES = `${SERVER_TIME}
local server_ms = now_ms()
local now = tonumber(ARGV[1]) or server_ms
local time = tonumber(ARGV[2]) or server_ms
`;

export const PACKS = `
local function write(number)
  return string.format('%.0f', number)
end

local function packs_of(key)
  local rows = redis.call('HGETALL', key)
  local charged, packs = {}, {}
  for i = 1, #rows, 2 do
    if string.sub(rows[i], 1, 2) == 'c:' then charged[string.sub(rows[i], 3)] = tonumber(rows[i + 1]) end
  end
  for i = 1, #rows, 2 do
    if string.sub(rows[i], 1, 2) == 'p:' then
      local id = string.sub(rows[i], 3)
      local requests, connections, from, to = string.match(rows[i + 1], '^(%d+) (%d+) (%-?%d+) (%-?%d+) ')
      table.insert(packs, { id = id, requests = tonumber(requests), connections = tonumber(connections),
        from = tonumber(from), to = tonumber(to), charged = charged[id] or 0 })
    end
  end
  return packs
end
`;

/** Reads the packs and the reservations of a key. `KEYS[1]` to `KEYS[3]` are `packs`, `held` and `reserved`. */
export const ACCOUNT = `
local packs_key, held, reserved = KEYS[1], KEYS[2], KEYS[3]

-- The valid packs, the one that expires first at the head; their credits; the calls that they allow at once.
local function account()
  local active, remaining, connections = {}, 0, 0
  for _, pack in ipairs(packs_of(packs_key)) do
    if pack.from <= now and now < pack.to then
      table.insert(active, pack)
      remaining = remaining + math.max(0, pack.requests - pack.charged)
      connections = math.max(connections, pack.connections)
    end
  end
  table.sort(active, function(a, b) return a.to < b.to or (a.to == b.to and a.id < b.id) end)
  return active, remaining, connections
end

local function free_pack(active)
  for _, pack in ipairs(active) do
    local running = tonumber(redis.call('HGET', reserved, 'r:' .. pack.id) or 0)
    if pack.charged + running < pack.requests then return pack.id end
  end
end

-- Subtracts reservations that have lapsed from their packs, and forgets those that lapsed long ago.
local function sweep()
  local at = tonumber(redis.call('HGET', reserved, '@') or 0)
  redis.call('HSET', reserved, '@', write(time))
  if time < at then
    -- Somebody has set the clock of the server back: leases keep the time that they have left.
    local rows = redis.call('ZRANGE', held, 0, -1, 'WITHSCORES')
    for i = 1, #rows, 2 do redis.call('ZADD', held, write(rows[i + 1] - at + time), rows[i]) end
    return
  end
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', held, '(' .. write(at), write(time))) do
    local pack = redis.call('HGET', reserved, 'i:' .. id)
    if pack ~= '' then redis.call('HINCRBY', reserved, 'r:' .. pack, -1) end
  end
  local old = write(time - ${FORGET_LAPSED_MS})
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', held, '-inf', old)) do redis.call('HDEL', reserved, 'i:' .. id) end
  redis.call('ZREMRANGEBYSCORE', held, '-inf', old)
end

-- Keeps the reservations until they are forgotten anyway.
local function keep(lease)
  local ttl = math.max(redis.call('PTTL', held), lease + ${2 * FORGET_LAPSED_MS})
  redis.call('PEXPIRE', held, write(ttl))
  redis.call('PEXPIRE', reserved, write(ttl))
end

-- The key of the reservation's charge id, if it has one.
local function charge_key_of(id, key)
  return string.find(id, '.', 1, true) and key
end

local function is_charged(key)
  local at = key and redis.call('GET', key)
  return at and tonumber(string.match(at, '^%S+')) + ${FORGET_CHARGE_MS} > time
end
`;

/**
 * Removes a reservation. Its first write frees memory: Redis allows that also when its memory is full, and then also the writes that follow, so that
 * credits can be charged and freed.
 */
export const TAKE = `
local function take(id)
  local lapses_at = tonumber(redis.call('ZSCORE', held, id))
  if not lapses_at then return nil end
  local at = tonumber(redis.call('HGET', reserved, '@') or 0)
  local pack = redis.call('HGET', reserved, 'i:' .. id)
  redis.call('ZREM', held, id)
  redis.call('HDEL', reserved, 'i:' .. id)
  if lapses_at > at and pack ~= '' then redis.call('HINCRBY', reserved, 'r:' .. pack, -1) end
  return pack, lapses_at <= math.max(time, at)
end
`;

/** The charges of commits. */
export const DONE = `
-- The commit that has ended a reservation, and the pack that it has charged; empty if the call was free.
local function commit_of(done, id)
  local known = redis.call('HGET', done, id)
  if known then return string.match(known, '^(%S+) %S+ (.*)$') end
end

-- Adds a call to those that rely on the charge of a charge id, or removes one. Returns the pack of the charge when no call is left.
local function rely_on(charge_key, change)
  local at, calls, pack = string.match(redis.call('GET', charge_key), '^(%S+) (%S+) (.*)$')
  calls = calls + change
  if calls < 1 then
    redis.call('DEL', charge_key)
    return pack
  end
  redis.call('SET', charge_key, table.concat({ at, write(calls), pack }, ' '), 'KEEPTTL')
end

local function remember(done, id, commit, pack)
  redis.call('HSET', done, id, commit .. ' ' .. write(server_ms) .. ' ' .. pack)
  redis.call('PEXPIRE', done, ${FORGET_LAPSED_MS})
end

-- Forgets commits whose senders have the response, and a few of killed ones.
local function forget(done)
  for id in string.gmatch(ARGV[5], '%S+') do redis.call('HDEL', done, id) end
  for _, id in ipairs(redis.call('HRANDFIELD', done, 3)) do
    local at = string.match(redis.call('HGET', done, id), '^%S+ (%S+)')
    if tonumber(at) < server_ms - ${FORGET_LAPSED_MS} then redis.call('HDEL', done, id) end
  end
end
`;
