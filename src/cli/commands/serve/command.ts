/** The command `buybox serve`. */
import { httpUrl } from '../../../options/checks.ts';
import { DEFAULTS, originList } from '../../../service/options.ts';
import { trustedProxiesIn } from '../../../service/trusted-proxies.ts';
import { BACKEND_FLAGS } from '../../flags/backend.ts';
import type { CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { storeFlags } from '../../flags/store.ts';
import { toList } from '../../flags/values.ts';
import type { ServeFlags } from './run.ts';

const limit = (name: string, about: string, preset: number) =>
  new Flag(`--${name} <number>`, about).default(undefined, String(preset)).number(1).from();

/** The command. */
export const serveCommand: CommandRow<ServeFlags> = {
  name: 'serve',
  about: 'Run the /v1 API, with keys, packs and a dashboard.',
  flags: [
    new Flag('--port <number>', 'port; 0 for any free one').number(0, 65_535).default(8787).from(),
    new Flag('--host <address>', 'IP address or host name to listen on').default('127.0.0.1').from(),
    ...storeFlags(),
    limit('concurrency', 'calls at the same time, for all keys together', 10),
    new Flag('--max-queue <number>', 'calls that may wait for their turn; further ones get status 503')
      .default(undefined, '100')
      .number()
      .from(),
    new Flag('--queue-timeout <time>', 'how long a call may wait for its turn: 30s, 500ms, 2m')
      .default(undefined, '30s')
      .time()
      .sets('queueTimeoutMs'),
    new Flag('--idempotency <time>', 'how long responses are stored for Idempotency-Key: 24h, 90m')
      .default(undefined, '24h')
      .time()
      .from(),
    new Flag(
      '--parse-in <where>',
      'where pages are read: workers keeps the service responsive, whatever a page contains',
    )
      .choices(['workers', 'process'])
      .default(undefined, 'workers')
      .sets('parseIn'),
    new Flag('--public-url <url>', 'URL that callers use, for meta.request_url')
      .argParser((value: string) => httpUrl({ name: 'public-url', value }))
      .from(),
    new Flag(
      '--trust-proxy [networks]',
      'proxies whose X-Forwarded-For is read: 10.0.0.0/8, loopback, private, or their number',
    )
      .argParser((text: string, before: unknown) => trustedProxiesIn('trust-proxy', text, before))
      .from(),
    limit('key-requests-per-minute', 'requests of one key per minute', DEFAULTS.keyRequestsPerMinute),
    limit('key-requests-at-once', 'requests of one key at once', DEFAULTS.keyRequestsAtOnce),
    limit(
      'address-requests-per-minute',
      'requests without a valid key per minute and IP address',
      DEFAULTS.addressRequestsPerMinute,
    ),
    limit(
      'address-requests-at-once',
      'requests without a valid key at once per IP address',
      DEFAULTS.addressRequestsAtOnce,
    ),
    new Flag('--cors <origins>', 'origins whose pages may call, separated by commas')
      .argParser((text: string, before?: readonly string[]) => [
        ...(originList({ name: 'cors', value: toList(text, before) }) ?? []),
      ])
      .from(),
    new Flag('--operator-token <token>', 'token for the dashboard').from().secret(),
    new Flag('--no-log', 'do not log requests').from(),
    ...BACKEND_FLAGS,
  ],
  help: `Examples:
  buybox serve
  buybox serve --redis redis://localhost:6379
  buybox serve --port 80 --host 0.0.0.0 --public-url https://api.example.com --trust-proxy`,
  run: async ({ flags, terminal }) => (await import('./run.ts')).serve(flags, terminal),
};
