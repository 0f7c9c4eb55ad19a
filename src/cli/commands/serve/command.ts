/** The command `buybox serve`. */

import type { Command } from 'commander';
import { httpUrl } from '../../../options/checks.ts';
import { DEFAULTS, originList } from '../../../service/options.ts';
import { trustedProxiesIn } from '../../../service/trusted-proxies.ts';
import { addBackendFlags } from '../../flags/backend.ts';
import { Flag } from '../../flags/flag.ts';
import { storeFlags } from '../../flags/store.ts';
import { toList, toMilliseconds, wholeNumberOf } from '../../flags/values.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { ServeFlags } from './run.ts';

/** Adds the command. */
export function addServeCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('serve')
    .description('Run the /v1 API, with keys, packs and a dashboard.')
    .addHelpText('after', EXAMPLES);
  for (const flag of serveFlags()) command.addOption(flag);
  addBackendFlags(command);
  // Other commands need no web server, so the module is loaded here.
  command.action(async () => (await import('./run.ts')).serve(command.opts<ServeFlags>(), terminal));
}

function serveFlags(): Flag[] {
  return [
    new Flag('--port <number>', 'port; 0 for any free one')
      .argParser(wholeNumberOf('port', 0, 65_535))
      .default(8787)
      .from('BUYBOX_PORT'),
    new Flag('--host <address>', 'IP address or host name to listen on').default('127.0.0.1').from('BUYBOX_HOST'),
    ...storeFlags(),
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
    new Flag(
      '--parse-in <where>',
      'where pages are read: workers keeps the service responsive, whatever a page contains',
    )
      .choices(['workers', 'process'])
      .default(undefined, 'workers')
      .sets('parseIn'),
    new Flag('--public-url <url>', 'URL that callers use, for meta.request_url')
      .argParser((value: string) => httpUrl({ name: 'public-url', value }))
      .from('BUYBOX_PUBLIC_URL'),
    new Flag(
      '--trust-proxy [networks]',
      'proxies whose X-Forwarded-For is read: 10.0.0.0/8, loopback, private, or their number',
    )
      .argParser((text: string, before: unknown) => trustedProxiesIn('trust-proxy', text, before))
      .from('BUYBOX_TRUST_PROXY'),
    ...limitFlags(),
    new Flag('--cors <origins>', 'origins whose pages may call, separated by commas')
      .argParser((text: string, before?: readonly string[]) => [
        ...(originList({ name: 'cors', value: toList(text, before) }) ?? []),
      ])
      .from('BUYBOX_CORS'),
    new Flag('--operator-token <token>', 'token for the dashboard').from('BUYBOX_OPERATOR_TOKEN').secret(),
    new Flag('--no-log', 'do not log requests').from('BUYBOX_LOG'),
  ];
}

/** The flags of the limits per key and per IP address. */
function limitFlags(): Flag[] {
  const limits = [
    [
      '--key-requests-per-minute',
      'requests of one key per minute',
      DEFAULTS.keyRequestsPerMinute,
      'BUYBOX_KEY_REQUESTS_PER_MINUTE',
    ],
    [
      '--key-requests-at-once',
      'requests of one key at once',
      DEFAULTS.keyRequestsAtOnce,
      'BUYBOX_KEY_REQUESTS_AT_ONCE',
    ],
    [
      '--address-requests-per-minute',
      'requests without a valid key per minute and IP address',
      DEFAULTS.addressRequestsPerMinute,
      'BUYBOX_ADDRESS_REQUESTS_PER_MINUTE',
    ],
    [
      '--address-requests-at-once',
      'requests without a valid key at once per IP address',
      DEFAULTS.addressRequestsAtOnce,
      'BUYBOX_ADDRESS_REQUESTS_AT_ONCE',
    ],
  ] as const;
  return limits.map(([name, description, preset, variable]) => {
    const flag = new Flag(`${name} <number>`, description).default(undefined, String(preset));
    return flag.argParser(wholeNumberOf(flag.name(), 1)).from(variable);
  });
}

const EXAMPLES = `
Examples:
  buybox serve
  buybox serve --redis redis://localhost:6379
  buybox serve --port 80 --host 0.0.0.0 --public-url https://api.example.com --trust-proxy`;
