/** Where a command's data comes from: flags, then the environment, then the configuration file, then defaults. */
import type { Command } from 'commander';
import type { EventListener } from '../call/events.ts';
import { invalidSetting, oneOf } from '../call/settings.ts';
import type { ConfiguredMarketplace } from '../config-file.ts';
import { LANGUAGES, MARKETPLACES } from '../contract/codes.ts';
import type { Marketplace } from '../contract/marketplace.ts';
import type { CallDefaults } from '../contract/validate.ts';
import type { MarketplaceOptions } from '../index.ts';
import type { UsageMeter } from '../local.ts';
import { addPlace, collect, type DeliveryPlaces, toMilliseconds, wholeNumberOf } from './flag-values.ts';
import { Flag } from './flags.ts';
import { notesTo } from './notes.ts';
import type { Terminal } from './terminal.ts';

/** What the flags of {@link addBackendFlags} give, the environment's and the configuration file's values filled in. */
export interface BackendFlags {
  backend?: string;
  baseUrl?: string;
  apiKey?: string;
  marketplace?: string;
  language?: string;
  folder?: string;
  record?: string;
  via?: string;
  pages?: string;
  proxy?: string[];
  deliverTo?: DeliveryPlaces;
  /** Milliseconds. */
  timeout?: number;
  retries?: number;
  /** What the configuration file says of the marketplace; set before a command's action runs. */
  configured?: ConfiguredMarketplace;
}

/** What a command itself wants of its marketplace. */
export interface OpenOptions {
  /** Hears what happens, beside the configuration file's listener. @default notes on standard error */
  onEvent?: EventListener | undefined;
  /** The usage meter of the local backend. @default the configuration file's */
  usage?: UsageMeter | undefined;
  /** Calls at once. @default the configuration file's */
  concurrency?: number | undefined;
}

const BACKENDS = ['local', 'remote'] as const;

/** Flags that mean nothing to the remote backend. */
const LOCAL_FLAGS = ['folder', 'record', 'via', 'pages', 'proxy', 'deliverTo'] as const;

const KEY_HELP = `
The API key comes from BUYBOX_API_KEY or from the configuration file. It is no flag: other users of the machine
can read command lines.`;

/** Adds the flags that say where data comes from, but for those that mean nothing to the command. One that it has already is left alone. */
export function addBackendFlags(command: Command, without: readonly string[] = []): Command {
  for (const flag of backendFlags()) {
    const isLeft = without.includes(flag.long ?? '') || command.options.some(({ long }) => long === flag.long);
    if (!isLeft) command.addOption(flag);
  }
  return without.includes('--api-key') ? command : command.addHelpText('after', KEY_HELP);
}

function backendFlags(): Flag[] {
  const flag = (flags: string, help: string) => new Flag(flags, help).helpGroup('Where data comes from:');
  const source = (flags: string, help: string) =>
    flag(flags, help).excludes(['folder', 'via', 'pages'].filter((name) => !flags.includes(name)));
  return [
    flag('--backend <name>', 'local: fetch and read the sites’ pages; remote: ask a service')
      .choices(BACKENDS)
      .default(undefined, 'local')
      .from('BUYBOX_BACKEND'),
    flag('--base-url <url>', 'address of the service').from('BUYBOX_BASE_URL'),
    flag('--api-key <key>', 'key of the service').from('BUYBOX_API_KEY').secret(),
    flag('--marketplace <code>', 'marketplace of calls that name none')
      .default(undefined, 'us')
      .choices(MARKETPLACES)
      .from('BUYBOX_MARKETPLACE'),
    flag('--language <code>', 'language of calls that name none')
      .default(undefined, 'en')
      .choices(LANGUAGES)
      .from('BUYBOX_LANGUAGE'),
    flag('--timeout <time>', 'budget of a call, retries included: 90s, 500ms, 2m')
      .default(undefined, '60s')
      .argParser(toMilliseconds)
      .from('BUYBOX_TIMEOUT'),
    flag('--retries <number>', 'how often a failed attempt is repeated')
      .default(undefined, '2')
      .argParser(wholeNumberOf('retries'))
      .from('BUYBOX_RETRIES'),
    flag('--proxy <url>', 'proxy to the sites; several take turns')
      .argParser(collect)
      .repeatable()
      .from('BUYBOX_PROXY'),
    flag('--deliver-to <place>', 'place that pages are priced for: us=10001, us=country:CA; repeatable').argParser(
      addPlace,
    ),
    source('--folder <dir>', 'read saved pages from a folder in place of the sites'),
    source('--via <url>', 'send requests to an address on loopback in place of the sites'),
    source('--pages <file>', 'a module of yours whose default export is a page source').from('BUYBOX_PAGES'),
    flag('--record <dir>', 'keep every page in a folder that --folder reads'),
  ];
}

/**
 * The marketplace that flags, environment and configuration file describe.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`, with the setting's name
 */
export async function openMarketplace(
  flags: BackendFlags,
  terminal: Terminal,
  { onEvent = notesTo(terminal), usage, concurrency }: OpenOptions = {},
): Promise<Marketplace> {
  const { createMarketplace } = await import('../index.ts');
  const options = await marketplaceOptions(flags);
  const listener = inTurn(flags.configured?.onEvent, onEvent);
  if (options.backend === 'remote')
    return createMarketplace({ ...options, onEvent: listener, maxConnections: concurrency ?? options.maxConnections });
  return createMarketplace({
    ...options,
    onEvent: listener,
    usage: usage ?? options.usage,
    concurrency: concurrency ?? options.concurrency,
  });
}

/** The backend that is chosen. */
export function backendOf({ backend, configured }: BackendFlags): (typeof BACKENDS)[number] {
  return oneOf({ name: 'backend', value: backend ?? configured?.backend }, BACKENDS) ?? 'local';
}

async function marketplaceOptions(flags: BackendFlags): Promise<MarketplaceOptions> {
  const { configured = {} } = flags;
  const common = commonOptions(flags);
  if (backendOf(flags) === 'local') {
    const { pace, concurrency, usage, parseIn } = configured;
    const { pagesOf } = await import('./page-sources.ts');
    return { ...common, backend: 'local', pace, concurrency, usage, parseIn, pages: await pagesOf(flags) };
  }
  const misplaced = LOCAL_FLAGS.find((name) => flags[name] !== undefined);
  if (misplaced !== undefined)
    throw invalidSetting(misplaced, undefined, 'is for the local backend; add --backend local, or leave it out');
  const { maxConnections, strict } = configured;
  return { ...common, backend: 'remote', apiKey: flags.apiKey ?? configured.apiKey, maxConnections, strict };
}

/** Marketplace and language of calls that name none. @throws BadRequestError for what is none */
export function callDefaults({ marketplace, language, configured = {} }: BackendFlags): CallDefaults {
  return {
    marketplace: oneOf({ name: 'marketplace', value: marketplace ?? configured.marketplace }, MARKETPLACES),
    language: oneOf({ name: 'language', value: language ?? configured.language }, LANGUAGES),
  };
}

function commonOptions(flags: BackendFlags) {
  const { configured = {} } = flags;
  return {
    ...callDefaults(flags),
    baseUrl: flags.baseUrl ?? configured.baseUrl,
    timeoutMs: flags.timeout ?? configured.timeoutMs,
    retries: flags.retries ?? configured.retries,
    now: configured.now,
  };
}

function inTurn(first: EventListener | undefined, second: EventListener): EventListener {
  if (first === undefined) return second;
  return (event) => {
    first(event);
    second(event);
  };
}
