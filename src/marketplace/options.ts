/** Options of a marketplace of either backend, from options, then environment variables, then defaults. */
import type { CommonOptions } from '../client/options.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { LOCAL_OPTIONS, type LocalMarketplaceOptions } from '../local/settings.ts';
import { type Environment, filePath, oneOf, textIn, trueOrFalse, truthIn, wrongSetting } from '../options/checks.ts';
import { type Checked, type OptionRow, type OptionTable, readOptions, readVariables } from '../options/table.ts';
import { REMOTE_OPTIONS, type RemoteMarketplaceOptions, remoteSettings } from '../remote/settings.ts';
import { HTTP_PAGES_OPTIONS, ownProxies } from '../sources/http/settings.ts';
import type { PageSource } from '../sources/page-source.ts';

/**
 * Options of {@link createMarketplace}. One object can have the options of both backends: `backend` alone switches between them, and each backend
 * ignores the options that only the other one has.
 */
export interface MarketplaceOptions
  extends Omit<CommonOptions, 'ledger'>,
    Omit<LocalMarketplaceOptions, 'pages' | 'ledger' | 'baseUrl'>,
    Omit<RemoteMarketplaceOptions, 'ledger' | 'baseUrl'> {
  /** Where data comes from: the marketplaces' own pages, or a hosted service. @default BUYBOX_BACKEND, else 'local' */
  backend?: 'local' | 'remote' | undefined;
  /** URL of the service, without `/v1`. Required for the remote backend; the local one uses it for `meta.request_url`. @default BUYBOX_BASE_URL */
  baseUrl?: string | undefined;
  /**
   * Where the local backend gets its pages: a page source, the path of a folder of saved pages, or the path of a module (`.js`, `.mjs`, `.ts`, `.mts`)
   * whose default export is a page source. @default BUYBOX_PAGES, else `httpPages()`
   */
  pages?: PageSource | string | undefined;
  /** Reads the package's own fixture pages instead of the sites, to try a program offline. @default BUYBOX_FIXTURES, else false */
  fixtures?: boolean | undefined;
  /** A folder of saved pages, read instead of the sites. @default BUYBOX_FOLDER */
  folder?: string | undefined;
  /** A loopback URL that requests are sent to instead of the sites. @default BUYBOX_VIA */
  via?: string | undefined;
  /** A folder in which every fetched page is saved. @default BUYBOX_RECORD */
  record?: string | undefined;
  /** Counts the credits of budgets, and of the local backend's packs: a ledger, or the path of a file for `sqliteLedger`. The marketplace closes it. @default BUYBOX_LEDGER, else memoryLedger() */
  ledger?: Ledger | string | undefined;
}

/** Defaults of a command's flags. Keys are flag names in camel case: `maxPages` for `--max-pages`. Values are what you would type. */
export type FlagDefaults = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

/**
 * A configuration file, `buybox.config.ts` (or `.mts`, `.js`, `.mjs`, `.json`): the options of a marketplace, and defaults of flags. Relative paths start
 * at the file's folder.
 */
export interface BuyboxConfig extends MarketplaceOptions {
  /** Defaults of flags per command: `{ search: { maxPages: 3 }, serve: { port: 8080 } }`. */
  commands?: Readonly<Record<string, FlagDefaults>> | undefined;
}

/** Either a check's own kind of value, or a path. */
function orPath<Value>({ check }: OptionRow<Value>): OptionRow<Value | string> {
  return {
    check: (setting) => (typeof setting.value === 'string' ? filePath(setting) : check(setting)),
    fromText: textIn,
  };
}

/** For options of the configuration file that only the command line uses. */
const IGNORED: OptionRow<never> = { check: () => undefined };

const PATH: OptionRow<string> = { check: filePath, fromText: textIn };

/** The checks of all options. */
export const MARKETPLACE_OPTIONS: OptionTable<MarketplaceOptions> = {
  backend: { check: (setting) => oneOf(setting, ['local', 'remote']), fromText: textIn },
  ...LOCAL_OPTIONS,
  ...REMOTE_OPTIONS,
  pages: orPath(LOCAL_OPTIONS.pages),
  fixtures: { check: trueOrFalse, fromText: truthIn },
  folder: PATH,
  via: HTTP_PAGES_OPTIONS.via,
  record: PATH,
  ledger: orPath(LOCAL_OPTIONS.ledger),
};

/** The options that name a source of pages; only one can be used. */
export const PAGE_SOURCES = [
  'fixtures',
  'folder',
  'via',
  'pages',
] as const satisfies readonly (keyof MarketplaceOptions)[];

/** Checked options. */
export type MarketplaceSettings = Checked<MarketplaceOptions> & { backend: 'local' | 'remote' };

/** Returns the checked options of both backends, with environment variables as defaults. @throws BadRequestError `INVALID_CONFIGURATION` */
export function resolveOptions(
  options: MarketplaceOptions,
  environment: Environment = process.env,
): MarketplaceSettings {
  const given = readOptions('createMarketplace', { ...MARKETPLACE_OPTIONS, commands: IGNORED }, options);
  const settings = { ...fromEnvironment(environment, given), ...given };
  const source = sourceOf(settings);
  if (settings.backend === undefined && given.apiKey !== undefined && source === undefined)
    throw wrongSetting(
      'backend',
      "missing: an apiKey is given. Set backend to 'remote' to use the service, or to 'local'.",
    );
  ownProxies(settings);
  const { backend = 'local', ledger } = settings;
  return backend === 'remote'
    ? { ...settings, ...remoteSettings({ ...settings, ledger: undefined }), ledger, backend }
    : { ...settings, backend };
}

/** Returns the options that the environment sets, except those that stronger options replace. @throws BadRequestError `INVALID_CONFIGURATION` */
export function fromEnvironment(
  environment: Environment,
  stronger: MarketplaceOptions = {},
): Checked<MarketplaceOptions> {
  const names = Object.keys(withStronger(MARKETPLACE_OPTIONS as object, stronger));
  const kept = Object.entries(MARKETPLACE_OPTIONS).filter(([name]) => names.includes(name) && !(name in stronger));
  return readVariables(Object.fromEntries(kept) as typeof MARKETPLACE_OPTIONS, environment);
}

/** Options of which only one can be used: a source of pages, and a way to the sites. */
const EXCLUSIVE: readonly (readonly (keyof MarketplaceOptions)[])[] = [
  PAGE_SOURCES,
  ['proxy', 'agent'],
  ['proxyShare', 'agent'],
];

/** Merges options. A page source replaces those of the weaker options, and so does a way to the sites. */
export function withStronger(weaker: MarketplaceOptions, stronger: MarketplaceOptions): MarketplaceOptions {
  const replaced: readonly string[] = EXCLUSIVE.filter((group) =>
    group.some((name) => stronger[name] !== undefined),
  ).flat();
  const kept = Object.entries(weaker).filter(([name]) => !replaced.includes(name));
  return { ...Object.fromEntries(kept), ...stronger };
}

/** Returns the option that names the source of pages. @throws BadRequestError `INVALID_CONFIGURATION` if there are two */
function sourceOf(settings: MarketplaceOptions): string | undefined {
  const [first, second] = PAGE_SOURCES.filter((name) => settings[name] !== undefined && settings[name] !== false);
  if (first !== undefined && second !== undefined)
    throw wrongSetting(second, `cannot be used together with ${first}. Set only one of them.`);
  return first;
}
