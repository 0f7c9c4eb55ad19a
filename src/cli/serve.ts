/** The command `buybox serve`. */
import type { Command } from 'commander';
import { originList } from '../service/origins.ts';
import { httpUrl } from '../settings/checks.ts';
import { addBackendFlags, type BackendFlags } from './backend.ts';
import { toList, toMilliseconds, wholeNumberOf } from './flag-values.ts';
import { Flag } from './flags.ts';
import { dataFlag } from './store.ts';
import type { Terminal } from './terminal.ts';

/** The flags of `buybox serve`. */
export interface ServeFlags extends BackendFlags {
  port: number;
  host: string;
  data: string;
  concurrency?: number;
  maxQueue?: number;
  /** Milliseconds. */
  queueTimeout?: number;
  /** Milliseconds. */
  idempotency?: number;
  publicUrl?: string;
  trustProxy?: boolean;
  cors?: string[];
  operatorToken?: string;
  log: boolean;
}

/** Adds the command. */
export function addServeCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('serve')
    .description('Run the /v1 API, with keys, packs and a dashboard.')
    .addHelpText('after', EXAMPLES);
  for (const flag of serveFlags()) command.addOption(flag);
  addBackendFlags(command);
  command.action(async () => {
    // Other commands need no web server, so the module is loaded here.
    const { serve } = await import('./serve-run.ts');
    await serve(command.opts<ServeFlags>(), terminal);
  });
}

function serveFlags(): Flag[] {
  return [
    new Flag('--port <number>', 'port; 0 for any free one')
      .argParser(wholeNumberOf('port', 0, 65_535))
      .default(8787)
      .from('BUYBOX_PORT'),
    new Flag('--host <address>', 'IP address or host name to listen on').default('127.0.0.1').from('BUYBOX_HOST'),
    dataFlag(),
    new Flag('--concurrency <number>', 'calls at the same time, for all keys together')
      .default(undefined, '10')
      .argParser(wholeNumberOf('concurrency', 1))
      .from('BUYBOX_CONCURRENCY'),
    new Flag('--max-queue <number>', 'calls that may wait for their turn; further ones get status 503')
      .default(undefined, '100')
      .argParser(wholeNumberOf('max-queue'))
      .from('BUYBOX_MAX_QUEUE'),
    new Flag('--queue-timeout <time>', 'how long a call may wait for its turn: 30s, 500ms, 2m')
      .default(undefined, '30s')
      .argParser((value: string) => toMilliseconds(value, 'queue-timeout'))
      .sets('queueTimeoutMs'),
    new Flag('--idempotency <time>', 'how long responses are stored for Idempotency-Key: 24h, 90m')
      .default(undefined, '24h')
      .argParser((value: string) => toMilliseconds(value, 'idempotency'))
      .from('BUYBOX_IDEMPOTENCY'),
    new Flag('--public-url <url>', 'URL that callers use, for meta.request_url')
      .argParser((value: string) => httpUrl({ name: 'public-url', value }))
      .from('BUYBOX_PUBLIC_URL'),
    new Flag('--trust-proxy', 'read the IP addresses of callers from X-Forwarded-For').from('BUYBOX_TRUST_PROXY'),
    new Flag('--cors <origins>', 'origins whose pages may call, separated by commas')
      .argParser((text: string, before?: readonly string[]) => [
        ...(originList({ name: 'cors', value: toList(text, before) }) ?? []),
      ])
      .from('BUYBOX_CORS'),
    new Flag('--operator-token <token>', 'token for the dashboard').from('BUYBOX_OPERATOR_TOKEN').secret(),
    new Flag('--no-log', 'do not log requests').from('BUYBOX_LOG'),
  ];
}

const EXAMPLES = `
Examples:
  buybox serve
  buybox serve --port 80 --host 0.0.0.0 --public-url https://api.example.com --trust-proxy`;
