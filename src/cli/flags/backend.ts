/** The flags that choose and configure the backend, and the marketplace that they describe. */
import type { EventListener } from '../../client/events.ts';
import { LANGUAGES, MARKETPLACES } from '../../contract/codes.ts';
import type { CallDefaults, Marketplace } from '../../contract/marketplace.ts';
import type { LocalPack, PageSource } from '../../entries/local.ts';
import {
  fromEnvironment,
  type MarketplaceOptions,
  PAGE_SOURCES,
  resolveOptions,
  withStronger,
} from '../../marketplace/options.ts';
import { type Environment, invalidSetting } from '../../options/checks.ts';
import type { Checked } from '../../options/table.ts';
import { proxyShare, shareIn } from '../../sources/proxies/proxies.ts';
import { notesTo } from '../terminal/notes.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { Flag, parseTimeoutFlag } from './flag.ts';
import { addBudget, addPlace } from './values.ts';

/** Flags that only the local backend has. */
const LOCAL_FLAGS = [
  'fixtures',
  'folder',
  'record',
  'via',
  'pages',
  'proxy',
  'proxyShare',
  'deliverTo',
  'robots',
] as const;

const FLAG_NAMES = [
  ...LOCAL_FLAGS,
  'backend',
  'baseUrl',
  'apiKey',
  'marketplace',
  'language',
  'retries',
  'budget',
  'parseIn',
] as const;

/** The values of {@link BACKEND_FLAGS}, from the command line, the environment or the file's section of the command. */
export interface BackendFlags extends Pick<MarketplaceOptions, (typeof FLAG_NAMES)[number]> {
  /** Milliseconds. */
  timeout?: number;
  /** Milliseconds. */
  parseTimeout?: number;
  /** The marketplace settings of the configuration file. Set before a command's action runs. */
  configured?: MarketplaceOptions;
}

/** Settings of a command that win over flags and configuration. */
export interface OpenOptions {
  /** Receives events after the configuration file's listener. @default writes notes on standard error */
  onEvent?: EventListener | null | undefined;
  /** Where the local backend reads pages, if no setting says so. @default 'process' */
  parseIn?: MarketplaceOptions['parseIn'];
  /** Packs of the local backend, instead of those of the configuration file. `[]` counts no credits. The ledger of the settings is used only for a budget. */
  packs?: readonly LocalPack[] | undefined;
  /** Calls at the same time, on either backend. */
  concurrency?: number | undefined;
  /** Returns settings that apply if no other setting says so. */
  defaults?:
    | ((settings: MarketplaceOptions) => Promise<Pick<MarketplaceOptions, 'packs' | 'ledger' | 'sharedPace'>>)
    | undefined;
  /** The page source. It needs the local backend, so that one is used. */
  pages?: PageSource | undefined;
}

/** Stands below the flags of a command that can call a service. */
export const KEY_HELP = `
Set the API key with BUYBOX_API_KEY or in the configuration file. There is no flag for it: other users of the machine
can read command lines.`;

/** The flags that choose and configure the backend. All commands share them: making them takes longer than adding them. */
export const BACKEND_FLAGS: readonly Flag[] = backendFlags();

/** The flags for the marketplace and the language of calls without one, for commands that make no calls. */
export const CALL_DEFAULT_FLAGS: readonly Flag[] = BACKEND_FLAGS.filter(({ long }) =>
  ['--marketplace', '--language'].includes(long ?? ''),
);

function backendFlags(): Flag[] {
  const source = (flags: string, help: string) =>
    new Flag(flags, help).excludes(PAGE_SOURCES.filter((name) => !flags.includes(name)));
  const flags = [
    new Flag('--backend <name>', 'local: fetch and parse the pages of the sites; remote: call a service')
      .choices(['local', 'remote'])
      .default(undefined, 'local'),
    new Flag('--base-url <url>', 'URL of the service'),
    new Flag('--api-key <key>', 'key of the service').secret(),
    new Flag('--marketplace <code>', 'marketplace of calls without one').default(undefined, 'us').choices(MARKETPLACES),
    new Flag('--language <code>', 'language of calls without one').default(undefined, 'en').choices(LANGUAGES),
    new Flag('--timeout <time>', 'time limit of a call, with its retries: 90s, 500ms, 2m')
      .default(undefined, '60s')
      .time()
      .sets('timeoutMs'),
    new Flag('--retries <number>', 'how often to retry a failed request').default(undefined, '2').number(),
    new Flag(
      '--budget <credits/period>',
      'most credits of calls in an hour, a day, a month or in total: 500/day; repeatable',
    ).repeatable(addBudget),
    parseTimeoutFlag(),
    new Flag('--proxy <url>', 'proxy for the sites; repeat it to rotate several').repeatable(),
    new Flag(
      '--proxy-share <share>',
      'share of this process in the proxies, the second of eight processes: 2/8',
    ).argParser((value: string) => proxyShare({ name: 'proxy-share', value: shareIn(value, 'proxy-share') })),
    new Flag(
      '--deliver-to <place>',
      'delivery place that prices are for: us=10001, us=country:CA; repeatable',
    ).argParser(addPlace),
    new Flag(
      '--robots <mode>',
      "read the sites' robots.txt: obey refuses what it disallows, report only says so",
    ).choices(['obey', 'report']),
    source('--fixtures', 'read the fixture pages of this package instead of the sites, to try commands offline'),
    source('--folder <dir>', 'read saved pages from a folder instead of the sites'),
    source('--via <url>', 'send requests to a URL on this machine instead of the sites'),
    source('--pages <file>', 'a module whose default export is a page source'),
    new Flag('--record <dir>', 'save every page in a folder for --folder'),
  ];
  for (const flag of flags) if (!flag.isOption) flag.sets();
  return flags.map((flag) => flag.helpGroup('Where data comes from:'));
}

/** Merges flags, environment and configuration file: flags win, then the environment. A page source replaces those of weaker sources. */
export function settingsOf(
  { configured = {}, timeout: timeoutMs, parseTimeout: parseTimeoutMs, ...flags }: BackendFlags,
  environment: Environment = process.env,
): Checked<MarketplaceOptions> {
  const named = Object.fromEntries(FLAG_NAMES.map((name) => [name, flags[name]]));
  const typed = definedIn({ ...named, timeoutMs, parseTimeoutMs });
  // The configuration file was checked when it was read, flags when they were parsed.
  return [fromEnvironment(environment, typed), typed].reduce(withStronger, configured) as Checked<MarketplaceOptions>;
}

function definedIn(members: object): Checked<MarketplaceOptions> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Returns the chosen backend. */
export function backendOf(flags: BackendFlags): 'local' | 'remote' {
  return settingsOf(flags).backend ?? 'local';
}

/** Returns the marketplace and language of calls without one. */
export function callDefaults(flags: BackendFlags): CallDefaults {
  const { marketplace, language } = settingsOf(flags);
  return { marketplace, language };
}

/**
 * Creates the marketplace that flags, environment and configuration file describe.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`, with the setting's name
 */
export async function openMarketplace(
  flags: BackendFlags,
  terminal: Terminal,
  { onEvent = notesTo(terminal), packs, concurrency, pages, parseIn, defaults }: OpenOptions = {},
): Promise<Marketplace> {
  const given = settingsOf(flags);
  const isRemote = pages === undefined && given.backend === 'remote';
  if (isRemote) assertNoLocalFlags(flags);
  // The settings already contain the environment.
  const settings = resolveOptions({ ...given, backend: isRemote ? 'remote' : 'local' }, {});
  const [{ openMarketplace: open }, { namedSource }] = await Promise.all([
    import('../../marketplace/open.ts'),
    import('../../sources/named-source.ts'),
  ]);
  const source: Pick<MarketplaceOptions, 'pages' | 'record'> = isRemote
    ? {}
    : { pages: pages ?? (await namedSource(settings)), record: undefined };
  const weaker = await defaults?.(settings);
  if (settings.budget !== undefined && packs === undefined && (settings.ledger ?? weaker?.ledger) === undefined)
    terminal.note('budget: counted in this run only. To count over all runs, set BUYBOX_LEDGER to a file.');
  return open({
    ...weaker,
    ...definedIn(withStronger(settings, source)),
    backend: settings.backend,
    parseIn: settings.parseIn ?? parseIn,
    // A budget stays in its file, or it would start again at every start.
    ...(packs === undefined ? {} : { packs, ledger: settings.budget === undefined ? undefined : settings.ledger }),
    ...(concurrency === undefined ? {} : { concurrency, maxConnections: concurrency }),
    onEvent: bothListeners(onEvent, settings.onEvent),
  });
}

/** Returns a listener for both; `undefined` without one, so that no page is decoded for a listener. */
function bothListeners(own: EventListener | null, configured: EventListener | undefined): EventListener | undefined {
  if (own === null) return configured;
  return (event) => {
    own(event);
    // Returned, so that an async listener that rejects does not end the process.
    return configured?.(event);
  };
}

/** A flag that has no effect is a mistake: the call would be billed instead of reading the folder. */
function assertNoLocalFlags(flags: BackendFlags): void {
  const misplaced = LOCAL_FLAGS.find((name) => flags[name] !== undefined);
  if (misplaced !== undefined)
    throw invalidSetting(misplaced, undefined, 'works with the local backend only. Add --backend local, or remove it.');
}
