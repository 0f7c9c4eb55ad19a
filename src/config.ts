/** The settings of a marketplace: options, then the environment, then defaults. */
import { type CommonOptions, resolveCommonOptions } from './call/options.ts';
import { type Environment, httpUrl, invalidSetting, oneOf, readSetting } from './call/settings.ts';
import { assertPacks } from './ledger/pack.ts';
import type { LocalMarketplaceOptions } from './local.ts';
import { type RemoteMarketplaceOptions, resolveRemoteOptions } from './remote/settings.ts';

/** Settings of a marketplace that reads the sites' own pages, unless the environment says `BUYBOX_BACKEND=remote`. */
export interface LocalBackendOptions extends LocalMarketplaceOptions {
  /** Where data comes from. @default BUYBOX_BACKEND, else 'local' */
  backend?: 'local' | undefined;
}

/** Settings of a marketplace that asks a hosted service. */
export interface RemoteBackendOptions extends RemoteMarketplaceOptions {
  /** Where data comes from. */
  backend: 'remote';
}

/**
 * Settings of `createMarketplace` (design §4), told apart by `backend`. Without `backend` the environment may choose the remote one: what only the
 * local backend knows (`pages`, `pace`, ...) then rests, so that a program moves between the two by its environment alone.
 */
export type MarketplaceOptions = LocalBackendOptions | RemoteBackendOptions;

const BACKENDS = ['local', 'remote'] as const;
const PARSING_PLACES = ['process', 'workers'] as const;

/** The options that the local backend does not have, and whose presence tells that the remote one is meant. */
const REMOTE_ONLY = ['apiKey', 'maxConnections', 'strict'] as const satisfies readonly Exclude<
  keyof RemoteMarketplaceOptions,
  keyof LocalMarketplaceOptions
>[];

/**
 * Fills in what the environment says (`BUYBOX_BACKEND`, `BUYBOX_BASE_URL`, `BUYBOX_API_KEY`, `BUYBOX_MARKETPLACE`, `BUYBOX_LANGUAGE`,
 * `BUYBOX_PROXY`) and checks
 * every setting.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`, with the name of the option or variable
 */
export function resolveOptions(
  options: MarketplaceOptions,
  environment: Environment = process.env,
): MarketplaceOptions & { backend: (typeof BACKENDS)[number] } {
  const backend = oneOf(readSetting(options, 'backend', 'BUYBOX_BACKEND', environment), BACKENDS) ?? 'local';
  if (backend === 'remote')
    return { backend, ...resolveRemoteOptions(options as RemoteMarketplaceOptions, environment) };
  refuseRemoteOptions(options);
  assertPacks((options as LocalBackendOptions).packs ?? []);
  return {
    ...(options as LocalBackendOptions),
    ...resolveCommonOptions(options satisfies CommonOptions, environment),
    backend,
    baseUrl: httpUrl(readSetting(options, 'baseUrl', 'BUYBOX_BASE_URL', environment)),
    parseIn: oneOf({ name: 'parseIn', value: (options as LocalBackendOptions).parseIn }, PARSING_PLACES),
    proxy: (options as LocalBackendOptions).proxy ?? (environment.BUYBOX_PROXY || undefined),
  };
}

function refuseRemoteOptions(options: MarketplaceOptions): void {
  const given: Partial<RemoteMarketplaceOptions> = options;
  const name = REMOTE_ONLY.find((option) => given[option] !== undefined);
  if (name !== undefined) {
    throw invalidSetting(name, undefined, 'is an option of the remote backend; set backend: "remote", or leave it out');
  }
}
