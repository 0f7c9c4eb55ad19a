/**
 * The Lua scripts of stored responses. All keys belong to one API key, and have its hash tag:
 *
 * - `response:<idempotency key>`: a hash with a response, which Redis removes when it expires.
 * - `responses`: a sorted set of idempotency keys by the time at which their responses expire.
 * - `response-sizes`: a hash with the bytes of each response; the field with the empty name has their sum.
 */
import { CHARGE, RELEASE } from '../../ledger/stores/redis-scripts.ts';
import { script } from '../../redis/script.ts';

/** Expired responses that one script removes at most. */
const MOST_EXPIRED = 100;

/** The keys of the responses are the last three keys of a script, so that those of the ledger stay the first ones. */
const KEYS = `local response, expiries, sizes = KEYS[#KEYS - 2], KEYS[#KEYS - 1], KEYS[#KEYS]`;

const DROP = `
local function drop(base, key)
  redis.call('DEL', base .. key)
  redis.call('ZREM', expiries, key)
  local size = tonumber(redis.call('HGET', sizes, key) or 0)
  redis.call('HDEL', sizes, key)
  redis.call('HINCRBY', sizes, '', -size)
end
`;

/** The part of a stored response that {@link FIND_RESPONSE} and {@link COMMIT_RESPONSE} return, behind its \`remaining\`. */
const FIELDS = `'remaining', 'request', 'fingerprint', 'found', 'body'`;

/**
 * Charges a reservation and stores its response, or returns the response that is stored already. Arguments behind those of the charge: the start of the names
 * of responses, idempotency key, id of the request, fingerprint, whether the entity was found, the body, for how long it is kept [milliseconds], the most bytes of all responses. Returns whether a response was stored before (0 or 1), then the charge or the response.
 */
export const COMMIT_RESPONSE = script(
  'commit-response',
  `${CHARGE}
${KEYS}
${DROP}
local base, key, request, fingerprint, found, body, keep, most = unpack(ARGV, #ARGV - 7)
keep, most = tonumber(keep), tonumber(most)
for _, old in ipairs(redis.call('ZRANGEBYSCORE', expiries, '-inf', write(time), 'LIMIT', 0, ${MOST_EXPIRED})) do drop(base, old) end
local expires_at = tonumber(redis.call('ZSCORE', expiries, key))
if expires_at and expires_at <= time then drop(base, key) end
local stored = redis.call('HMGET', response, ${FIELDS})
if stored[1] then
  if stored[2] ~= request then redis.call('HSET', response, 'read', 1) end
  table.insert(stored, 1, 1)
  return stored
end
local consumed, remaining = charge()
if consumed == 0 then return { 0, 0, remaining } end
redis.call('HSET', response, 'remaining', write(remaining), 'request', request, 'fingerprint', fingerprint, 'found', found,
  'body', body)
redis.call('PEXPIRE', response, keep)
redis.call('ZADD', expiries, write(time + keep), key)
redis.call('HSET', sizes, key, #body)
local bytes = redis.call('HINCRBY', sizes, '', #body)
while bytes > most do
  drop(base, redis.call('ZRANGE', expiries, 0, 0)[1])
  bytes = tonumber(redis.call('HGET', sizes, ''))
end
for _, name in ipairs({ expiries, sizes }) do
  redis.call('PEXPIRE', name, write(math.max(redis.call('PTTL', name), keep + 60000)))
end
return { 0, 1, remaining }`,
);

/**
 * Returns a stored response. From then on its charge cannot be taken back. Arguments: the time that replaces that of the server, for tests; the
 * idempotency key.
 */
export const FIND_RESPONSE = script(
  'find-response',
  `${KEYS}
local clock = redis.call('TIME')
local time = tonumber(ARGV[1]) or clock[1] * 1000 + math.floor(clock[2] / 1000)
local stored = redis.call('HMGET', response, ${FIELDS})
local expires_at = tonumber(redis.call('ZSCORE', expiries, ARGV[2]))
if not stored[1] or not expires_at or expires_at <= time then return nil end
redis.call('HSET', response, 'read', 1)
return stored`,
);

/**
 * Releases a reservation whose charge may have been executed with its response: takes both back, unless a repeated request has received the response.
 * Arguments behind those of the release: the start of the names of responses, idempotency key, id of the request.
 */
export const RELEASE_RESPONSE = script(
  'release-response',
  `do
  ${KEYS}
  ${DROP}
  local base, key, request = unpack(ARGV, #ARGV - 2)
  local reservation, commit, done = ARGV[3], ARGV[4], KEYS[4]
  local known = redis.call('HGET', done, reservation)
  local is_charged = known and string.sub(known, 1, #commit + 1) == commit .. ' '
  if is_charged and redis.call('HGET', response, 'request') == request then
    if redis.call('HGET', response, 'read') then redis.call('HDEL', done, reservation) else drop(base, key) end
  end
end
${RELEASE.lua}`,
);
