/** Resolves the settings of a marketplace from options, the environment and defaults, in this order. */
import { type CommonOptions, resolveCommonOptions } from './call/options.ts';
import { type Environment, httpUrl, invalidSetting, oneOf, readSetting } from './call/settings.ts';
import { assertPacks } from './ledger/pack.ts';
import type { LocalMarketplaceOptions } from './local.ts';
import { type RemoteMarketplaceOptions, resolveRemoteOptions } from './remote/settings.ts';

/** Settings of the local backend, which reads the sites' own pages. `BUYBOX_BACKEND=remote` selects the other one. */
export interface LocalBackendOptions extends LocalMarketplaceOptions {
  /** Where data comes from. @default BUYBOX_BACKEND, else 'local' */
  backend?: 'local' | undefined;
}

/** Settings of the remote backend, which calls a hosted service. */
export interface RemoteBackendOptions extends RemoteMarketplaceOptions {
  /** Where data comes from. */
  backend: 'remote';
}

/**
 * Settings of `createMarketplace`; `backend` selects the type. Without `backend` the environment can select the remote one. Options of the local
 * backend (`pages`, `pace`, ...) are then ignored, so that the environment alone can switch a program between the two.
 */
export type MarketplaceOptions = LocalBackendOptions | RemoteBackendOptions;

const BACKENDS = ['local', 'remote'] as const;
const PARSING_PLACES = ['process', 'workers'] as const;

/** Options that only the remote backend has. */
const REMOTE_ONLY = ['apiKey', 'maxConnections', 'strict'] as const satisfies readonly Exclude<
  keyof RemoteMarketplaceOptions,
  keyof LocalMarketplaceOptions
>[];

/**
 * Fills in settings from the environment (`BUYBOX_BACKEND`, `BUYBOX_BASE_URL`, `BUYBOX_API_KEY`, `BUYBOX_MARKETPLACE`, `BUYBOX_LANGUAGE`,
 * `BUYBOX_PROXY`) and checks every setting.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` with the name of the option or variable
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
    throw invalidSetting(
      name,
      undefined,
      'is an option of the remote backend. Set backend: "remote", or omit the option.',
    );
  }
}
