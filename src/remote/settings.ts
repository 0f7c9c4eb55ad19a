/** Settings of the remote backend, from options, then environment variables, then defaults. */
import { type CommonOptions, resolveCommonOptions } from '../call/options.ts';
import {
  type Environment,
  httpUrl,
  invalidSetting,
  readSetting,
  type Setting,
  trueOrFalse,
  wholeNumber,
} from '../call/settings.ts';
import { type ApiKey, isHeaderValue } from './api-key.ts';

/** Options of the remote backend. */
export interface RemoteMarketplaceOptions extends CommonOptions {
  /** URL of the service, without `/v1`. @default BUYBOX_BASE_URL */
  baseUrl?: string | undefined;
  /** API key, sent as `x-api-key`, or a function that returns it for each attempt. @default BUYBOX_API_KEY */
  apiKey?: ApiKey | undefined;
  /** Maximum number of connections. Further calls wait. Packs allow 10, 25 or 50. @default 10 */
  maxConnections?: number | undefined;
  /** Throws a `ParseError` for a response that differs from the contract, for tests of a service. @default false */
  strict?: boolean | undefined;
}

/** The options with environment variables and defaults. */
export interface RemoteSettings extends CommonOptions {
  baseUrl: string;
  apiKey: ApiKey;
  maxConnections: number;
  strict: boolean;
}

/**
 * Returns the checked settings.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`, with the name of the option or variable
 */
export function resolveRemoteOptions(
  options: RemoteMarketplaceOptions,
  environment: Environment = process.env,
): RemoteSettings {
  const baseUrl = httpUrl(readSetting(options, 'baseUrl', 'BUYBOX_BASE_URL', environment));
  if (baseUrl === undefined) {
    throw invalidSetting(
      'baseUrl',
      undefined,
      'missing: expected the URL of a service for the remote backend. Set BUYBOX_BASE_URL.',
    );
  }
  return {
    ...resolveCommonOptions(options, environment),
    baseUrl,
    apiKey: checkedKey(readSetting(options, 'apiKey', 'BUYBOX_API_KEY', environment)),
    maxConnections: wholeNumber({ name: 'maxConnections', value: options.maxConnections }, 1) ?? 10,
    strict: trueOrFalse({ name: 'strict', value: options.strict }) ?? false,
  };
}

function checkedKey({ name, value }: Setting): ApiKey {
  if (value === undefined) {
    throw invalidSetting(
      'apiKey',
      undefined,
      'missing: expected a key of the service for the remote backend. Set BUYBOX_API_KEY.',
    );
  }
  if (typeof value === 'function') return value as ApiKey;
  if (typeof value === 'string' && isHeaderValue(value)) return value;
  // The value itself is a secret.
  const why =
    typeof value === 'string'
      ? 'is not valid: expected printable ASCII without spaces or line breaks, because it is sent in a header.'
      : `has the type ${typeof value}: expected a string or a function.`;
  throw invalidSetting(name, undefined, why);
}
