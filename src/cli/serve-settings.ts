/** The settings of `buybox serve`: flags, then the environment, then a file, then defaults. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type Environment, invalidSetting, oneOf, wholeNumber } from '../call/settings.ts';
import { BadRequestError } from '../contract/errors.ts';

/** What `buybox serve` is told. */
export interface ServeSettings {
  port: number;
  host: string;
  data: string;
  backend: 'local' | 'remote';
  concurrency: number;
  timeoutMs: number;
  publicUrl: string | undefined;
  trustProxy: boolean;
  cors: string[];
  operatorToken: string | undefined;
  retries: number;
  pages: string | undefined;
  folder: string | undefined;
  via: string | undefined;
  log: boolean;
}

type Name = keyof ServeSettings;
type Given = Partial<Record<Name, unknown>>;

interface SettingRow {
  /** Absent for what must not stand on a command line, which other users of the machine can read. */
  flag?: string;
  variable?: string;
  help: string;
}

/** Every setting by its name in the file. */
export const SERVE_SETTINGS = {
  port: { flag: '--port <number>', variable: 'BUYBOX_PORT', help: 'port; 0 for any free one (default 8787)' },
  host: { flag: '--host <address>', variable: 'BUYBOX_HOST', help: 'address to listen at (default 127.0.0.1)' },
  data: { flag: '--data <dir>', variable: 'BUYBOX_DATA', help: 'folder of the store (default buybox-data)' },
  backend: {
    flag: '--backend <name>',
    variable: 'BUYBOX_BACKEND',
    help: 'where data comes from (local|remote; default local)',
  },
  concurrency: {
    flag: '--concurrency <number>',
    variable: 'BUYBOX_CONCURRENCY',
    help: 'calls at once, of all keys (default 50)',
  },
  timeoutMs: { flag: '--timeout-ms <number>', variable: 'BUYBOX_TIMEOUT_MS', help: 'budget of a call (default 60000)' },
  publicUrl: {
    flag: '--public-url <url>',
    variable: 'BUYBOX_PUBLIC_URL',
    help: 'the address that callers use, for meta.request_url',
  },
  trustProxy: {
    flag: '--trust-proxy',
    variable: 'BUYBOX_TRUST_PROXY',
    help: 'take callers’ addresses from X-Forwarded-For',
  },
  cors: {
    flag: '--cors <origins>',
    variable: 'BUYBOX_CORS',
    help: 'origins whose pages may call, with commas between',
  },
  operatorToken: { variable: 'BUYBOX_OPERATOR_TOKEN', help: 'opens the dashboard (default: a new one each time)' },
  retries: {
    flag: '--retries <number>',
    variable: 'BUYBOX_RETRIES',
    help: 'how often a failed attempt is repeated (default 2)',
  },
  pages: {
    flag: '--pages <file>',
    variable: 'BUYBOX_PAGES',
    help: 'a module of yours whose default export is a page source, in place of the sites',
  },
  folder: { flag: '--folder <dir>', help: 'read saved pages from a folder in place of the sites' },
  via: { flag: '--via <url>', help: 'send requests to an address on loopback in place of the sites' },
  log: { flag: '--no-log', variable: 'BUYBOX_LOG', help: 'write no log' },
} as const satisfies Record<Name, SettingRow>;

const NAMES = Object.keys(SERVE_SETTINGS) as Name[];

/** Adds the flags. */
export function addServeFlags(command: Command): void {
  command.option(
    '--config <file>',
    'JSON file of these settings, by their names: {"port": 80, "publicUrl": "..."} (BUYBOX_CONFIG)',
  );
  for (const row of Object.values<SettingRow>(SERVE_SETTINGS)) {
    const { flag, variable, help } = row;
    if (flag !== undefined) command.option(flag, variable === undefined ? help : `${help} (${variable})`);
  }
}

/**
 * Reads all settings.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`, with the setting's name
 */
export function readServeSettings(flags: Given & { config?: string }, environment: Environment): ServeSettings {
  const file = readFile(flags.config ?? environment.BUYBOX_CONFIG);
  const given = (name: Name): { name: string; value: unknown } => {
    const { flag, variable }: SettingRow = SERVE_SETTINGS[name];
    // Commander has a default for a flag that begins with "no".
    const isFlag = flags[name] !== undefined && !(name === 'log' && flags.log === true);
    if (isFlag) return { name: flag?.split(' ')[0] ?? name, value: flags[name] };
    const value = variable === undefined ? undefined : environment[variable] || undefined;
    return value === undefined ? { name, value: file[name] } : { name: variable ?? name, value };
  };
  return {
    port: wholeNumber(asNumber(given('port')), 0, 65_535) ?? 8787,
    host: text(given('host')) ?? '127.0.0.1',
    data: text(given('data')) ?? 'buybox-data',
    backend: oneOf(given('backend'), ['local', 'remote']) ?? 'local',
    concurrency: wholeNumber(asNumber(given('concurrency')), 1) ?? 50,
    timeoutMs: wholeNumber(asNumber(given('timeoutMs')), 1) ?? 60_000,
    publicUrl: text(given('publicUrl')),
    trustProxy: isOn(given('trustProxy')) ?? false,
    cors: list(given('cors')),
    operatorToken: text(given('operatorToken')),
    retries: wholeNumber(asNumber(given('retries')), 0) ?? 2,
    pages: text(given('pages')),
    folder: text(given('folder')),
    via: text(given('via')),
    log: isOn(given('log')) ?? true,
  };
}

function readFile(path: string | undefined): Given {
  if (path === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    const why =
      cause instanceof SyntaxError ? 'is no JSON' : `cannot be read (${(cause as NodeJS.ErrnoException).code})`;
    throw new BadRequestError(`config: ${path} ${why}`, { code: 'INVALID_CONFIGURATION', parameter: 'config', cause });
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw invalidSetting('config', path, 'must hold a JSON object');
  }
  const unknown = Object.keys(content).find((name) => !NAMES.includes(name as Name));
  if (unknown !== undefined) throw invalidSetting('config', unknown, `is no setting; there are ${NAMES.join(', ')}`);
  return content;
}

interface Setting {
  name: string;
  value: unknown;
}

function asNumber({ name, value }: Setting): Setting {
  return { name, value: typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value };
}

function text({ name, value }: Setting): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw invalidSetting(name, typeof value, 'must be a text');
}

const ON: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

function isOn({ name, value }: Setting): boolean | undefined {
  if (value === undefined) return undefined;
  const on = ON[String(value)];
  if (on === undefined) throw invalidSetting(name, value, 'must be true or false');
  return on;
}

function list({ name, value }: Setting): string[] {
  const entries: unknown = typeof value === 'string' ? value.split(',').map((entry) => entry.trim()) : (value ?? []);
  if (Array.isArray(entries) && entries.every((entry) => typeof entry === 'string')) return entries.filter(Boolean);
  throw invalidSetting(name, value, 'must be a list of texts');
}
