/** Settings of the remote backend, from options, then environment variables, then defaults. */
import { COMMON_OPTIONS, type CommonOptions } from '../call/options.ts';
import {
  type Environment,
  httpUrl,
  invalidSetting,
  numberIn,
  type Setting,
  textIn,
  trueOrFalse,
  truthIn,
  wholeNumber,
} from '../settings/checks.ts';
import { type OptionTable, readOptions } from '../settings/table.ts';
import { type ApiKey, isHeaderValue } from './api-key.ts';

/** Options of the remote backend. */
export interface RemoteMarketplaceOptions extends CommonOptions {
  /** URL of the service, without `/v1`. @default BUYBOX_BASE_URL */
  baseUrl?: string | undefined;
  /** API key, sent as `x-api-key`, or a function that returns it for each attempt. @default BUYBOX_API_KEY */
  apiKey?: ApiKey | undefined;
  /** Maximum number of connections. Further calls wait. Packs allow 10, 25 or 50. @default BUYBOX_MAX_CONNECTIONS, else 10 */
  maxConnections?: number | undefined;
  /** Throws a `ParseError` for a response that differs from the contract, for tests of a service. @default BUYBOX_STRICT, else false */
  strict?: boolean | undefined;
}

/** The options with environment variables and defaults. */
export interface RemoteSettings extends CommonOptions {
  baseUrl: string;
  apiKey: ApiKey;
  maxConnections: number;
  strict: boolean;
}

/** The checks of the options. */
export const REMOTE_OPTIONS: OptionTable<RemoteMarketplaceOptions> = {
  ...COMMON_OPTIONS,
  baseUrl: { check: httpUrl, fromText: textIn },
  apiKey: { check: checkedKey, fromText: textIn },
  maxConnections: { check: (setting) => wholeNumber(setting, 1), fromText: numberIn },
  strict: { check: trueOrFalse, fromText: truthIn },
};

/**
 * Returns the checked settings.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`, with the name of the option or variable
 */
export function resolveRemoteOptions(
  options: RemoteMarketplaceOptions,
  environment: Environment = process.env,
): RemoteSettings {
  const settings = readOptions('createRemoteMarketplace', REMOTE_OPTIONS, options, environment);
  const { baseUrl, apiKey, maxConnections = 10, strict = false } = settings;
  if (baseUrl === undefined) throw missing('baseUrl', 'the URL of a service', 'BUYBOX_BASE_URL');
  if (apiKey === undefined) throw missing('apiKey', 'a key of the service', 'BUYBOX_API_KEY');
  return { ...settings, baseUrl, apiKey, maxConnections, strict };
}

function missing(name: string, what: string, variable: string) {
  return invalidSetting(name, undefined, `missing: expected ${what} for the remote backend. Set ${variable}.`);
}

function checkedKey({ name, value }: Setting): ApiKey {
  if (typeof value === 'function') return value as ApiKey;
  if (typeof value === 'string' && isHeaderValue(value)) return value;
  // The value itself is a secret.
  const why =
    typeof value === 'string'
      ? 'is not valid: expected printable ASCII without spaces or line breaks, because it is sent in a header.'
      : `has the type ${typeof value}: expected a string or a function.`;
  throw invalidSetting(name, undefined, why);
}
