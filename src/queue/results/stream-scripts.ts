/** The scripts of a reader of a stream. */
import { type Script, script } from '../../redis/script.ts';
import { STREAM_FUNCTIONS } from './stream-keys.ts';

/** Acknowledges an entry, and removes the entries that every group has acknowledged. Arguments: group, entry. */
export const ACKNOWLEDGE: Script = script(
  'acknowledge-result',
  `${STREAM_FUNCTIONS}
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
trim(KEYS[1])
return 1
`,
);

/** Keeps entries with their consumer, and returns those that another one has. Arguments: group, consumer, entries. */
export const RENEW: Script = script(
  'renew-results',
  `local lost = {}
for index = 3, #ARGV do
  local row = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[index], ARGV[index], 1)[1]
  if row ~= nil and row[2] == ARGV[2] then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[index], 'JUSTID')
  else
    lost[#lost + 1] = ARGV[index]
  end
end
return lost
`,
);
