/** Types of the command line's configuration file. */
import type { LocalBackendOptions, RemoteBackendOptions } from './config.ts';
import type { PageSource } from './local.ts';

/** Settings of the marketplace that commands use: the options of both backends, and where pages come from. */
export interface ConfiguredMarketplace
  extends Omit<LocalBackendOptions, 'backend' | 'pages'>,
    Omit<RemoteBackendOptions, 'backend'> {
  /** Where data comes from. @default 'local' */
  backend?: 'local' | 'remote' | undefined;
  /** A page source, or the path of a module whose default export is one. Paths are relative to the file's folder. */
  pages?: PageSource | string | undefined;
  /** Reads the package's own fixture pages instead of the sites, to try commands offline. @default false */
  fixtures?: boolean | undefined;
  /** A folder of saved pages, read instead of the sites. */
  folder?: string | undefined;
  /** A loopback URL that requests are sent to instead of the sites. */
  via?: string | undefined;
  /** A folder in which every fetched page is saved. */
  record?: string | undefined;
}

/** Defaults of a command's flags. Keys are flag names in camel case: `maxPages` for `--max-pages`. Values are what you would type. */
export type FlagDefaults = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

/**
 * A configuration file, `buybox.config.ts` (or `.js`, `.mjs`, `.json`). It can have options of both backends: a backend ignores the options of
 * the other one. Flags override the environment, and the environment overrides the file.
 */
export interface BuyboxConfig extends ConfiguredMarketplace {
  /** Defaults of flags per command: `{ search: { maxPages: 3 }, serve: { port: 8080 } }`. */
  commands?: Readonly<Record<string, FlagDefaults>> | undefined;
}

/**
 * Returns the configuration unchanged. It gives editors the types of the options.
 *
 * @example
 * export default defineConfig({ marketplace: 'de', language: 'native', commands: { search: { maxPages: 3 } } });
 */
export function defineConfig(config: BuyboxConfig): BuyboxConfig {
  return config;
}
