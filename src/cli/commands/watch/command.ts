/** The command `buybox watch`. */
import { Argument } from 'commander';
import { invalidSetting } from '../../../options/checks.ts';
import { addRule } from '../../../watch/rules.ts';
import type { QuietHours } from '../../../watch/run/watch-types.ts';
import { BACKEND_FLAGS } from '../../flags/backend.ts';
import type { CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { inputFlags } from '../../flags/inputs.ts';
import { redisFlags } from '../../flags/redis.ts';
import { addBudget, WATCH_DB } from '../../flags/values.ts';
import type { WatchFlags } from './run.ts';

/** Settings that a watch has itself if workers make its calls. The others are those of the workers. */
const OWN_SETTINGS = ['apiKey', 'marketplace', 'language', 'timeout', 'budget'];
const OF_WORKERS = BACKEND_FLAGS.map((flag) => flag.attributeName()).filter((name) => !OWN_SETTINGS.includes(name));

const workerFlags = [
  new Flag('--queue <name>', 'let the workers of this queue make the calls').excludes(OF_WORKERS),
  new Flag('--stream <name>', 'stream to which these workers deliver').default(undefined, 'results'),
  new Flag('--group <name>', 'name of this watch among those of the stream').default(undefined, 'watch'),
  ...redisFlags(),
].map((flag) => flag.helpGroup('Many machines:'));

/** The command. */
export const watchCommand: CommandRow<WatchFlags, [file: string]> = {
  name: 'watch',
  about: 'Look at products, offers, searches, lists and sellers again and again, and report what changes.',
  args: [new Argument('<file>', 'targets: a line each, CSV or NDJSON, also .gz; - for standard input')],
  flags: [
    ...inputFlags(),
    new Flag('--every <time>', 'longest time between two looks at a target: 30m, 1h, 1d').default('1h'),
    new Flag('--db <file>', 'file that keeps targets, history and changes that are not delivered').default(WATCH_DB),
    new Flag(
      '--budget <credits/period>',
      'credits that looks may cost: 500/day, 20/hour, 10000/month, 50000/total',
    ).repeatable(addBudget),
    new Flag('--concurrency <number>', 'looks at the same time (default 10)').number(1),
    new Flag(
      '--when <type=value>',
      'report only this type of change: price_below=20, buybox_lost=A1EXAMPLE1',
    ).repeatable(addRule),
    new Flag('--confirm <which>', 'changes that a second look must confirm')
      .choices(['doubtful', 'always', 'never'])
      .default(undefined, 'doubtful'),
    new Flag(
      '--quiet-hours <times>',
      'deliver nothing in this time: 22:00-07:00, "22:00-07:00 Europe/Berlin"',
    ).argParser(quietHoursIn),
    new Flag('--webhook <url>', 'send each change to this URL, signed with BUYBOX_WEBHOOK_SECRET'),
    new Flag('--webhook-secret <secret>', 'secret that signs webhooks').from().secret(),
    new Flag('-o, --out <file>', 'append each change to this file, as a line of JSON'),
    new Flag('--once', 'look at each target that is due, deliver the changes, and end; for cron'),
    new Flag('--plan', 'print what the watch costs and how fresh it is, and make no calls'),
    new Flag('--learn', 'look more often at what changes more often (default: with --budget)'),
    new Flag('--no-learn', 'look at all targets equally often'),
    ...workerFlags,
    ...BACKEND_FLAGS,
  ],
  help: `Examples:
  buybox watch asins.txt --every 1h --out changes.ndjson
  buybox watch asins.txt --budget 500/day --plan
  buybox watch asins.txt --when price_below=20 --when buybox_lost=A1EXAMPLE1
  BUYBOX_WEBHOOK_SECRET=whsec_... buybox watch targets.ndjson --webhook https://example.com/changes
  buybox watch asins.txt --every 1d --once
  buybox watch asins.txt --queue calls --redis redis://localhost:6379`,
  run: async ({ args: [file], flags, terminal }) => {
    const { planOfFile, watchFile } = await import('./run.ts');
    return (flags.plan ? planOfFile : watchFile)(file, flags, terminal);
  },
};

/** Reads quiet hours: `22:00-07:00`, with a time zone behind a blank. @throws BadRequestError `INVALID_CONFIGURATION` */
function quietHoursIn(text: string): QuietHours {
  const [, from, to, timeZone] = /^(\d\d?:\d\d)-(\d\d?:\d\d)(?: +(\S+))?$/.exec(text.trim()) ?? [];
  if (from !== undefined && to !== undefined) return { from, to, ...(timeZone !== undefined && { timeZone }) };
  throw invalidSetting(
    'quiet-hours',
    text,
    'is not valid: expected, for example, 22:00-07:00 or "22:00-07:00 Europe/Berlin".',
  );
}
