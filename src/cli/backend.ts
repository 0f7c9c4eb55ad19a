/** The flags that choose and configure the backend, and the marketplace that they describe. */
import type { Command } from 'commander';
import type { EventListener } from '../call/events.ts';
import { invalidSetting } from '../call/settings.ts';
import type { ConfiguredMarketplace } from '../config-file.ts';
import { LANGUAGES, MARKETPLACES } from '../contract/codes.ts';
import type { Marketplace } from '../contract/marketplace.ts';
import type { CallDefaults } from '../contract/validate.ts';
import type { LocalPack, PageSource } from '../local.ts';
import { addPlace, collect, toMilliseconds, wholeNumberOf } from './flag-values.ts';
import { Flag } from './flags.ts';
import { notesTo } from './notes.ts';
import type { Terminal } from './terminal.ts';
import { importModule } from './user-module.ts';

/** Flags that only the local backend has. */
const LOCAL_FLAGS = ['fixtures', 'folder', 'record', 'via', 'pages', 'proxy', 'deliverTo'] as const;

const FLAG_NAMES = [...LOCAL_FLAGS, 'backend', 'baseUrl', 'apiKey', 'marketplace', 'language', 'retries'] as const;

/** The ways to name a source of pages; only one can be used. */
const SOURCES = ['fixtures', 'folder', 'via', 'pages'] as const;

/** The values of {@link addBackendFlags}, from the command line, the environment or the file's section of the command. */
export interface BackendFlags extends Pick<ConfiguredMarketplace, (typeof FLAG_NAMES)[number]> {
  /** Milliseconds. */
  timeout?: number;
  /** The marketplace settings of the configuration file. Set before a command's action runs. */
  configured?: ConfiguredMarketplace;
}

/** Settings of a command that win over flags and configuration. */
export interface OpenOptions {
  /** Receives events after the configuration file's listener. @default writes notes on standard error */
  onEvent?: EventListener | undefined;
  /** Packs of the local backend, instead of the packs and the ledger of the configuration file. `[]` counts no credits. */
  packs?: readonly LocalPack[] | undefined;
  /** Calls at the same time, on either backend. */
  concurrency?: number | undefined;
  /** The page source. It needs the local backend, so that one is used. */
  pages?: PageSource | undefined;
}

const KEY_HELP = `
Set the API key with BUYBOX_API_KEY or in the configuration file. There is no flag for it: other users of the machine
can read command lines.`;

/** Adds the backend flags to a command, except those in `without` and those that the command already has. */
export function addBackendFlags(command: Command, without: readonly string[] = []): Command {
  const known = [...without, ...command.options.map(({ long }) => long)];
  for (const flag of backendFlags()) if (!known.includes(flag.long)) command.addOption(flag);
  return without.includes('--api-key') ? command : command.addHelpText('after', KEY_HELP);
}

function backendFlags(): Flag[] {
  const flag = (flags: string, help: string) => new Flag(flags, help).helpGroup('Where data comes from:');
  const source = (flags: string, help: string) =>
    flag(flags, help).excludes(SOURCES.filter((name) => !flags.includes(name)));
  return [
    flag('--backend <name>', 'local: fetch and parse the pages of the sites; remote: call a service')
      .choices(['local', 'remote'])
      .default(undefined, 'local')
      .from('BUYBOX_BACKEND'),
    flag('--base-url <url>', 'URL of the service').from('BUYBOX_BASE_URL'),
    flag('--api-key <key>', 'key of the service').from('BUYBOX_API_KEY').secret(),
    flag('--marketplace <code>', 'marketplace of calls without one')
      .default(undefined, 'us')
      .choices(MARKETPLACES)
      .from('BUYBOX_MARKETPLACE'),
    flag('--language <code>', 'language of calls without one')
      .default(undefined, 'en')
      .choices(LANGUAGES)
      .from('BUYBOX_LANGUAGE'),
    flag('--timeout <time>', 'time limit of a call, with its retries: 90s, 500ms, 2m')
      .default(undefined, '60s')
      .argParser((value: string) => toMilliseconds(value))
      .from('BUYBOX_TIMEOUT'),
    flag('--retries <number>', 'how often to retry a failed request')
      .default(undefined, '2')
      .argParser(wholeNumberOf('retries'))
      .from('BUYBOX_RETRIES'),
    flag('--proxy <url>', 'proxy for the sites; repeat it to rotate several')
      .argParser(collect)
      .repeatable()
      .from('BUYBOX_PROXY'),
    flag('--deliver-to <place>', 'delivery place that prices are for: us=10001, us=country:CA; repeatable').argParser(
      addPlace,
    ),
    source('--fixtures', 'read the fixture pages of this package instead of the sites, to try commands offline'),
    source('--folder <dir>', 'read saved pages from a folder instead of the sites'),
    source('--via <url>', 'send requests to a URL on this machine instead of the sites'),
    source('--pages <file>', 'a module whose default export is a page source').from('BUYBOX_PAGES'),
    flag('--record <dir>', 'save every page in a folder for --folder'),
  ];
}

/** Merges flags and configuration file; flags win. A page source of the flags replaces that of the file. */
export function settingsOf({ configured = {}, timeout, ...flags }: BackendFlags): ConfiguredMarketplace {
  const given = FLAG_NAMES.filter((name) => flags[name] !== undefined);
  const isSourceGiven = SOURCES.some((name) => given.includes(name));
  return {
    ...configured,
    ...(isSourceGiven && { fixtures: undefined, folder: undefined, via: undefined, pages: undefined }),
    ...Object.fromEntries(given.map((name) => [name, flags[name]])),
    timeoutMs: timeout ?? configured.timeoutMs,
  };
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
  { onEvent = notesTo(terminal), packs, concurrency, pages }: OpenOptions = {},
): Promise<Marketplace> {
  const settings = settingsOf(flags);
  const { apiKey, maxConnections, strict, ...shared } = settings;
  const { createMarketplace } = await import('../index.ts');
  const listener: EventListener = (event) => {
    settings.onEvent?.(event);
    onEvent(event);
  };
  if (pages === undefined && settings.backend === 'remote') {
    const { baseUrl, marketplace, language, timeoutMs, queueTimeoutMs, retries, retryQuota, now } = shared;
    const common = { baseUrl, marketplace, language, timeoutMs, queueTimeoutMs, retries, retryQuota, now };
    const misplaced = LOCAL_FLAGS.find((name) => flags[name] !== undefined);
    if (misplaced !== undefined)
      throw invalidSetting(
        misplaced,
        undefined,
        'works with the local backend only. Add --backend local, or remove it.',
      );
    const connections = concurrency ?? maxConnections;
    return createMarketplace({
      ...common,
      backend: 'remote',
      apiKey,
      strict,
      maxConnections: connections,
      onEvent: listener,
    });
  }
  const { fixtures, folder, via, record, proxy, deliverTo, ...local } = shared;
  return createMarketplace({
    ...local,
    backend: 'local',
    pages: pages ?? (await pageSourceOf(settings)),
    ...(packs === undefined ? {} : { packs, ledger: undefined }),
    concurrency: concurrency ?? local.concurrency,
    onEvent: listener,
  });
}

/**
 * Returns the page source of the settings, which saves pages if `record` is set.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export async function pageSourceOf(settings: ConfiguredMarketplace): Promise<PageSource> {
  const { record } = settings;
  if (SOURCES.filter((name) => settings[name] !== undefined && settings[name] !== false).length > 1)
    throw invalidSetting('pages', undefined, 'cannot be used with fixtures, folder or via. Set only one of them.');
  const source = await unrecordedSource(settings);
  if (record === undefined) return source;
  const { recordPages } = await import('../local.ts');
  return recordPages(record, source);
}

async function unrecordedSource(settings: ConfiguredMarketplace): Promise<PageSource> {
  const { fixtures, folder, via, pages, proxy, deliverTo } = settings;
  if (fixtures === true) return (await import('../testing/fixture-pages.ts')).fixturePages();
  if (typeof pages === 'function') return pages;
  if (pages !== undefined) return importPageSource(pages);
  const { httpPages, savedPages } = await import('../local.ts');
  return folder === undefined ? httpPages({ via, proxy, deliverTo }) : savedPages(folder);
}

async function importPageSource(path: string): Promise<PageSource> {
  const loaded = await importModule(path).catch((cause: unknown) => {
    throw invalidSetting('pages', path, `cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`);
  });
  if (typeof loaded.default === 'function') return loaded.default as PageSource;
  throw invalidSetting('pages', path, 'has no page source: expected a function as its default export');
}
