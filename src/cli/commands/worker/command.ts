/** The command `buybox worker`. */
import { shown } from '../../../contract/shown.ts';
import type { LocalPack } from '../../../ledger/pack.ts';
import { invalidSetting } from '../../../options/checks.ts';
import { bareUrl, Secret } from '../../../options/secrets.ts';
import { BACKEND_FLAGS } from '../../flags/backend.ts';
import type { CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { queueFlags } from '../../flags/redis.ts';
import type { ResultsTarget, WorkerFlags } from './run.ts';

/** The command. */
export const workerCommand: CommandRow<WorkerFlags> = {
  name: 'worker',
  about: 'Take calls from a queue on Redis, make them, and deliver their results. Run as many as you like.',
  flags: [
    new Flag(
      '--results <target>',
      'where results go: stream or stream:NAME (Redis), ndjson:FOLDER, or https://... (webhook); repeatable',
    )
      .repeatable((text, before: readonly ResultsTarget[] = []) => [...before, resultsTarget(text)])
      .default(undefined, 'stream')
      .from(),
    new Flag('--webhook-secret <secret>', 'secret that signs webhooks').from().secret(),
    new Flag('--max-unread <number>', 'results that readers of the stream may be behind before workers wait')
      .number(1)
      .default(undefined, '10000')
      .from(),
    new Flag('--concurrency <number>', 'jobs at the same time').number(1).default(undefined, '10').from(),
    new Flag('--grace <time>', 'how long running jobs may go on after a signal to stop: 25s, 2m')
      .time()
      .default(undefined, '30s')
      .from(),
    new Flag('--take-over <time>', 'how soon the jobs of a worker that no longer responds are taken up: 10s, 1m')
      .time()
      .default(undefined, '30s')
      .from(),
    new Flag('--retry-delay <time>', 'delay before the second attempt of a job; it doubles with each further one: 30s')
      .time()
      .default(undefined, '5s')
      .from(),
    new Flag('--max-stalled <number>', 'workers that may die with a job before it is a dead letter')
      .number()
      .default(undefined, '3')
      .from(),
    new Flag(
      '--pack <pack>',
      'credits of all workers together, valid from the first start on: ID=CREDITS/DAYS; repeatable',
    )
      .repeatable((text, before: readonly LocalPack[] = []) => [...before, packOf(text)])
      .from(),
    new Flag('--metrics-port <number>', 'port for /metrics, /livez and /readyz; 0 for any free one (default: none)')
      .number(0, 65_535)
      .from(),
    new Flag('--metrics-host <address>', 'IP address or host name of the metrics')
      .default(undefined, '127.0.0.1')
      .from(),
    new Flag('--no-shared-credits', 'count the credits of the local backend in each worker alone').from(),
    new Flag('--no-shared-pace', 'keep the pace of the local backend in each worker alone').from(),
    new Flag('--no-log', 'do not log jobs').from(),
    ...queueFlags(),
    ...BACKEND_FLAGS,
  ],
  help: `Examples:
  buybox worker --redis redis://localhost:6379
  buybox worker --results ndjson:results --results stream --concurrency 20
  buybox worker --pack first=10000/30
  BUYBOX_WEBHOOK_SECRET=whsec_... buybox worker --results https://example.com/results

The results of the stream are read with readResults() of buybox/queue, or with XREADGROUP.`,
  run: async ({ flags, terminal }) => (await import('./run.ts')).runWorker(flags, terminal),
};

/** Calls that all workers together may make at once with a pack: their pace limits them before. */
const PACK_CONNECTIONS = 1_000;

/** Reads `--pack`. */
function packOf(text: string): LocalPack {
  const [, id, requests, days] = /^([\w.-]+)=(\d+)\/(\d+)$/.exec(text) ?? [];
  if (id !== undefined)
    return { id, requests: Number(requests), validDays: Number(days), connections: PACK_CONNECTIONS };
  throw invalidSetting('pack', text, 'is not a pack: expected an id, credits and days, such as first=10000/30.');
}

/** Reads `--results`. The sinks check what is behind the colon. */
function resultsTarget(text: string): ResultsTarget {
  const [, kind = '', rest] = /^([a-z]+)(?::(.+))?$/s.exec(text) ?? [];
  if (kind === 'stream') return { kind, stream: rest };
  if (kind === 'ndjson' && rest !== undefined) return { kind, folder: rest };
  if (kind === 'https' || kind === 'http') return { kind: 'webhook', url: new Secret(text) };
  const value = text.includes('://') ? bareUrl(text) : text;
  throw invalidSetting(
    'results',
    undefined,
    `${shown(value)} is not valid: expected stream, stream:NAME, ndjson:FOLDER or https://...`,
  );
}
