/** The settings of a marketplace: options, then the environment, then defaults. */
import { LANGUAGES, MARKETPLACES } from './contract/codes.ts';
import { BadRequestError } from './contract/errors.ts';
import type { LocalMarketplaceOptions } from './local.ts';

/** Settings of `createMarketplace` (design §4). */
export interface MarketplaceOptions extends LocalMarketplaceOptions {
  /** Where data comes from. @default BUYBOX_BACKEND, else 'local' */
  backend?: 'local' | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const BACKENDS = ['local'] as const;

/**
 * Fills in what the environment says (`BUYBOX_BACKEND`, `BUYBOX_BASE_URL`, `BUYBOX_MARKETPLACE`, `BUYBOX_LANGUAGE`) and checks every setting.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`, with the name of the option or variable
 */
export function resolveOptions(
  options: MarketplaceOptions,
  environment: Environment = process.env,
): MarketplaceOptions {
  const read = <Name extends keyof MarketplaceOptions>(name: Name, variable: string): Setting => {
    const given = options[name];
    return given === undefined ? { name: variable, value: environment[variable] || undefined } : { name, value: given };
  };
  return {
    ...options,
    backend: oneOf(read('backend', 'BUYBOX_BACKEND'), BACKENDS) ?? 'local',
    marketplace: oneOf(read('marketplace', 'BUYBOX_MARKETPLACE'), MARKETPLACES),
    language: oneOf(read('language', 'BUYBOX_LANGUAGE'), LANGUAGES),
    baseUrl: httpUrl(read('baseUrl', 'BUYBOX_BASE_URL')),
    timeoutMs: wholeNumber({ name: 'timeoutMs', value: options.timeoutMs }, 1),
    retries: wholeNumber({ name: 'retries', value: options.retries }, 0),
  };
}

interface Setting {
  /** The option's or the variable's name, for messages. */
  name: string;
  value: unknown;
}

function oneOf<T extends string>({ name, value }: Setting, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw invalid(name, value, `must be one of ${allowed.join(', ')}`);
  return found;
}

function httpUrl({ name, value }: Setting): string | undefined {
  if (value === undefined) return undefined;
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined) throw invalid(name, value, 'is not a URL; give one such as "https://api.example.com"');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalid(name, value, 'must begin with https:// or http://');
  return url.href;
}

function wholeNumber({ name, value }: Setting, least: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least) return value;
  throw invalid(name, value, `must be a whole number of ${least} or more`);
}

function invalid(name: string, value: unknown, why: string): BadRequestError {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return new BadRequestError(`${name}: ${shown} ${why}`, { code: 'INVALID_CONFIGURATION', parameter: name });
}
