/** Settings of the remote backend, from options, then environment variables, then defaults. */
import { COMMON_OPTIONS, type CommonOptions } from '../client/options.ts';
import { isLoopbackHost } from '../http/loopback.ts';
import {
  type Environment,
  functionFor,
  httpUrl,
  numberIn,
  objectWith,
  type Setting,
  textIn,
  trueOrFalse,
  truthIn,
  wholeNumber,
  wrongSetting,
} from '../options/checks.ts';
import { DEFAULTS, REMOTE_DEFAULTS } from '../options/defaults.ts';
import { isBrowser, nodeProcess, warn } from '../options/runtime.ts';
import { revealed, Secret, shownUrl } from '../options/secrets.ts';
import { type Checked, type OptionTable, readOptions } from '../options/table.ts';
import { type ApiKey, isHeaderValue } from './api-key.ts';
import type { DriftCheck } from './drift-watch.ts';
import type { Transport } from './transport.ts';

/** Options of the remote backend. */
export interface RemoteMarketplaceOptions extends CommonOptions {
  /** URL of the service, without `/v1`. @default BUYBOX_BASE_URL */
  baseUrl?: string | undefined;
  /**
   * API key, sent as `x-api-key`, or a function that returns it for each attempt. `false` sends no key, for a `baseUrl` of a proxy that adds it.
   * @default BUYBOX_API_KEY
   */
  apiKey?: ApiKey | false | undefined;
  /** Maximum number of connections. Further calls wait. Packs allow 10, 25 or 50. @default BUYBOX_MAX_CONNECTIONS, else 10 */
  maxConnections?: number | undefined;
  /** Allows a `baseUrl` with `http://` on another machine, which sends the key unencrypted, without a warning. @default BUYBOX_ALLOW_HTTP, else false */
  allowHttp?: boolean | undefined;
  /** Sends the requests. The marketplace closes it. @default got on Node, `fetchTransport()` elsewhere */
  transport?: Transport | undefined;
  /**
   * Compares responses with the contract if `drift` events have a listener, or with `strict`: `schemaDrift()` of `buybox/schemas`, or `false` for no check.
   * @default `schemaDrift()` on Node, else no check
   */
  drift?: DriftCheck | false | undefined;
  /** Throws a `ParseError` for a response that differs from the contract, for tests of a service. @default BUYBOX_STRICT, else false */
  strict?: boolean | undefined;
}

type WithDefault = 'maxConnections' | 'allowHttp' | 'strict' | 'maxBytes';

/** The options with environment variables and defaults. A key is held as a {@link Secret}. */
export type RemoteSettings = Omit<Checked<RemoteMarketplaceOptions>, WithDefault | 'baseUrl' | 'apiKey'> & {
  [Name in WithDefault]-?: Exclude<RemoteMarketplaceOptions[Name], undefined>;
} & { baseUrl: string; apiKey: Exclude<ApiKey, string> | false };

const DRIFT = 'schemaDrift() of buybox/schemas, or false';

/** The checks of the options. */
export const REMOTE_OPTIONS: OptionTable<RemoteMarketplaceOptions> = {
  ...COMMON_OPTIONS,
  baseUrl: { check: httpUrl, fromText: textIn },
  apiKey: { check: checkedKey, fromText: textIn },
  maxConnections: { check: (setting) => wholeNumber(setting, 1), fromText: numberIn },
  allowHttp: { check: trueOrFalse, fromText: truthIn },
  transport: { check: objectWith<Transport>(['send', 'close'], 'a transport, such as fetchTransport()') },
  drift: { check: (setting) => (setting.value === false ? false : functionFor<DriftCheck>(DRIFT)(setting)) },
  strict: { check: trueOrFalse, fromText: truthIn },
};

/** Returns checked options with their defaults. @throws BadRequestError `INVALID_CONFIGURATION` for a setting that is missing */
export function remoteSettings(checked: Checked<RemoteMarketplaceOptions>): RemoteSettings {
  const { baseUrl, apiKey } = checked;
  if (baseUrl === undefined) throw missing('baseUrl', 'the URL of a service', 'BUYBOX_BASE_URL');
  if (apiKey === undefined)
    throw missing('apiKey', 'a key of the service', 'BUYBOX_API_KEY, or apiKey to false if a proxy adds the key');
  const key = checkedKey({ name: 'apiKey', value: apiKey });
  // No member of checked options is `undefined`.
  const defaults = { ...REMOTE_DEFAULTS, maxBytes: DEFAULTS.maxBytes };
  return { ...defaults, ...checked, baseUrl, apiKey: key } as RemoteSettings;
}

/** Returns the settings of `createRemoteMarketplace`: its options, then environment variables, then defaults. @throws BadRequestError */
export const resolveRemoteOptions = (options: RemoteMarketplaceOptions): RemoteSettings =>
  remoteSettings(
    readOptions('createRemoteMarketplace', REMOTE_OPTIONS, options, nodeProcess?.env as Environment | undefined),
  );

/**
 * Returns the settings of a marketplace that is created, and warns if they expose the key.
 *
 * @param drift Compares responses with the contract if the settings do not say what does. Absent where the size of bundles matters.
 * @throws BadRequestError `INVALID_CONFIGURATION` if a strict marketplace has nothing that checks its responses
 */
export function openSettings(given: RemoteSettings, drift?: DriftCheck): RemoteSettings {
  const settings = { ...given, drift: given.drift ?? drift };
  if (settings.strict && typeof settings.drift !== 'function')
    throw wrongSetting('strict', 'needs a check of responses: expected drift: schemaDrift() of buybox/schemas.');
  if (settings.apiKey !== false) {
    warnOfPlainHttp(settings);
    warnOfExposedKey(settings);
  }
  return settings;
}

/** Warns about a service on another machine that is called without TLS: everybody in between can read the key. */
function warnOfPlainHttp({ baseUrl, allowHttp }: RemoteSettings): void {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || isLoopbackHost(hostname) || allowHttp) return;
  warn(
    'BUYBOX_ALLOW_HTTP',
    `baseUrl: ${shownUrl(baseUrl)} sends the API key unencrypted to another machine: expected https://. Set allowHttp to true if the network is yours.`,
  );
}

/** Warns about a key in a browser, which everybody can read who opens the page. A function can return a key of the signed-in user instead. */
function warnOfExposedKey({ apiKey }: RemoteSettings): void {
  if (!isBrowser() || typeof apiKey === 'function') return;
  warn(
    'BUYBOX_EXPOSED_KEY',
    'apiKey: everybody who opens this page can read the key. Keep it on a server of yours, and set baseUrl to a proxy there that adds it, and apiKey to false.',
  );
}

const missing = (name: string, what: string, variable: string) =>
  wrongSetting(name, `missing: expected ${what} for the remote backend. Set ${variable}.`);

function checkedKey({ name, value }: Setting): RemoteSettings['apiKey'] {
  if (value === false) return value;
  if (typeof value === 'function') return value as () => string;
  const key = value instanceof Secret ? revealed(value) : value;
  if (typeof key === 'string' && isHeaderValue(key)) return new Secret(key);
  // The value itself is a secret.
  const why =
    typeof key === 'string'
      ? 'is not valid: expected printable ASCII without spaces or line breaks, because it is sent in a header, and at most 4096 characters.'
      : `has the type ${typeof key}: expected a string, a function or false.`;
  throw wrongSetting(name, why);
}
