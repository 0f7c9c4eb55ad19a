/** The command `buybox worker`. */

import type { Command } from 'commander';
import { shown } from '../../../contract/shown.ts';
import type { LocalPack } from '../../../ledger/pack.ts';
import { invalidSetting } from '../../../options/checks.ts';
import { bareUrl, Secret } from '../../../options/secrets.ts';
import { addBackendFlags } from '../../flags/backend.ts';
import { Flag } from '../../flags/flag.ts';
import { addQueueFlags } from '../../flags/redis.ts';
import { toMilliseconds, wholeNumberOf } from '../../flags/values.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { ResultsTarget, WorkerFlags } from './run.ts';

/** Calls that all workers together may make at once with a pack: their pace limits them before. */
const PACK_CONNECTIONS = 1_000;

/** Adds the command. */
export function addWorkerCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('worker')
    .description('Take calls from a queue on Redis, make them, and deliver their results. Run as many as you like.')
    .addHelpText('after', EXAMPLES);
  for (const flag of workerFlags()) command.addOption(flag);
  addBackendFlags(addQueueFlags(command));
  command.action(async () => {
    // Other commands need no queue, so the module is loaded here.
    const { runWorker } = await import('./run.ts');
    await runWorker(command.opts<WorkerFlags>(), terminal);
  });
}

function workerFlags(): Flag[] {
  return [
    new Flag(
      '--results <target>',
      'where results go: stream or stream:NAME (Redis), ndjson:FOLDER, or https://... (webhook); repeatable',
    )
      .argParser((text: string, before: readonly ResultsTarget[] = []) => [...before, resultsTarget(text)])
      .repeatable()
      .default(undefined, 'stream')
      .from('BUYBOX_RESULTS'),
    new Flag('--webhook-secret <secret>', 'secret that signs webhooks').from('BUYBOX_WEBHOOK_SECRET').secret(),
    new Flag('--max-unread <number>', 'results that readers of the stream may be behind before workers wait')
      .argParser(wholeNumberOf('max-unread', 1))
      .default(undefined, '10000')
      .from('BUYBOX_MAX_UNREAD'),
    new Flag('--concurrency <number>', 'jobs at the same time')
      .argParser(wholeNumberOf('concurrency', 1))
      .default(undefined, '10')
      .from('BUYBOX_CONCURRENCY'),
    new Flag('--grace <time>', 'how long running jobs may go on after a signal to stop: 25s, 2m')
      .argParser((value: string) => toMilliseconds(value, 'grace'))
      .default(undefined, '30s')
      .from('BUYBOX_GRACE'),
    new Flag('--take-over <time>', 'how soon the jobs of a worker that no longer responds are taken up: 10s, 1m')
      .argParser((value: string) => toMilliseconds(value, 'take-over'))
      .default(undefined, '30s')
      .from('BUYBOX_TAKE_OVER'),
    new Flag('--retry-delay <time>', 'delay before the second attempt of a job; it doubles with each further one: 30s')
      .argParser((value: string) => toMilliseconds(value, 'retry-delay'))
      .default(undefined, '5s')
      .from('BUYBOX_RETRY_DELAY'),
    new Flag('--max-stalled <number>', 'workers that may die with a job before it is a dead letter')
      .argParser(wholeNumberOf('max-stalled'))
      .default(undefined, '3')
      .from('BUYBOX_MAX_STALLED'),
    new Flag(
      '--pack <pack>',
      'credits of all workers together, valid from the first start on: ID=CREDITS/DAYS; repeatable',
    )
      .argParser((text: string, before: readonly LocalPack[] = []) => [...before, packOf(text)])
      .repeatable()
      .from('BUYBOX_PACK'),
    new Flag('--metrics-port <number>', 'port for /metrics, /livez and /readyz; 0 for any free one (default: none)')
      .argParser(wholeNumberOf('metrics-port', 0, 65_535))
      .from('BUYBOX_METRICS_PORT'),
    new Flag('--metrics-host <address>', 'IP address or host name of the metrics')
      .default(undefined, '127.0.0.1')
      .from('BUYBOX_METRICS_HOST'),
    new Flag('--no-shared-credits', 'count the credits of the local backend in each worker alone').from(
      'BUYBOX_SHARED_CREDITS',
    ),
    new Flag('--no-shared-pace', 'keep the pace of the local backend in each worker alone').from('BUYBOX_SHARED_PACE'),
    new Flag('--no-log', 'do not log jobs').from('BUYBOX_LOG'),
  ];
}

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

const EXAMPLES = `
Examples:
  buybox worker --redis redis://localhost:6379
  buybox worker --results ndjson:results --results stream --concurrency 20
  buybox worker --pack first=10000/30
  BUYBOX_WEBHOOK_SECRET=whsec_... buybox worker --results https://example.com/results

The results of the stream are read with readResults() of buybox/queue, or with XREADGROUP.`;
