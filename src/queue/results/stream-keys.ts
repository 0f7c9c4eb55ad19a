/** The keys of a stream of results, and the Lua functions that its scripts share. */

import { filledString, invalidSetting, type Setting } from '../../options/checks.ts';
import { redisKey } from '../../redis/keys.ts';

/** Returns a key of a stream: `<prefix>:{results:<name>}:<rest>`. All have the same hash tag. */
export function streamKey(prefix: string, name: string, ...rest: ['stream'] | ['delivered', string]): string {
  return redisKey(prefix, `results:${name}`, ...rest);
}

/** Returns the checked name of a stream. It is a part of keys, between braces. */
export function streamName(setting: Setting): string {
  const name = filledString(setting);
  if (/^[\w.:-]{1,128}$/.test(name)) return name;
  throw invalidSetting(setting.name, name, 'is not valid: expected 1 to 128 letters, digits or "_", "-", ".", ":".');
}

/**
 * Lua functions: `unread(stream)` returns how many entries the slowest group has not acknowledged, without a group all;
 * `trim(stream)` removes the entries that every group has acknowledged.
 */
export const STREAM_FUNCTIONS = `
local function groups_of(stream)
  local groups = {}
  for index, row in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
    groups[index] = {}
    for at = 1, #row, 2 do groups[index][row[at]] = row[at + 1] end
  end
  return groups
end

local function unread(stream)
  local length = redis.call('XLEN', stream)
  if length == 0 then return 0 end
  local groups = groups_of(stream)
  if #groups == 0 then return length end
  local most = 0
  for _, group in ipairs(groups) do
    -- The server does not know the lag of a stream with deleted entries.
    local lag = group['lag'] or length
    most = math.max(most, math.min(length, lag + group['pending']))
  end
  return most
end

local function parts_of(id)
  local time, number = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(time), tonumber(number)
end

local function trim(stream)
  if redis.call('EXISTS', stream) == 0 then return end
  local groups = groups_of(stream)
  local time, number
  for _, group in ipairs(groups) do
    local own_time, own_number = parts_of(group['last-delivered-id'])
    own_number = own_number + 1
    if group['pending'] > 0 then
      own_time, own_number = parts_of(redis.call('XPENDING', stream, group['name'])[2])
    end
    if time == nil or own_time < time or (own_time == time and own_number < number) then
      time, number = own_time, own_number
    end
  end
  if time ~= nil then redis.call('XTRIM', stream, 'MINID', string.format('%.0f-%.0f', time, number)) end
end
`;
