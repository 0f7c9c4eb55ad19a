/** What a configuration file of the command line says: types alone, and the function that gives them. */
import type { LocalBackendOptions, RemoteBackendOptions } from './config.ts';
import type { PageSource } from './local.ts';

/** Settings of the marketplace that commands use: the options of both backends, and page sources by their names. */
export interface ConfiguredMarketplace
  extends Omit<LocalBackendOptions, 'backend' | 'pages'>,
    Omit<RemoteBackendOptions, 'backend'> {
  /** Where data comes from. @default 'local' */
  backend?: 'local' | 'remote' | undefined;
  /** A page source, or the path of a module whose default export is one. Paths begin at the file's folder. */
  pages?: PageSource | string | undefined;
  /** A folder of saved pages, read in place of the sites. */
  folder?: string | undefined;
  /** An address on loopback that requests are sent to, in place of the sites. */
  via?: string | undefined;
  /** A folder that keeps every page. */
  record?: string | undefined;
}

/** Defaults of a command's flags, by the flag's name in camel case: `maxPages` for `--max-pages`. Values are what you would type. */
export type FlagDefaults = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

/**
 * A configuration file, `buybox.config.ts` (or `.js`, `.mjs`, `.json`). What both backends know can stand in it: the one that is not chosen
 * leaves the other's options alone. Flags win over the environment, and the environment over the file.
 */
export interface BuyboxConfig extends ConfiguredMarketplace {
  /** Defaults of flags, by command: `{ search: { maxPages: 3 }, serve: { port: 8080 } }`. */
  commands?: Readonly<Record<string, FlagDefaults>> | undefined;
}

/**
 * Gives the configuration back: an editor then knows its names.
 *
 * @example
 * export default defineConfig({ marketplace: 'de', language: 'native', commands: { search: { maxPages: 3 } } });
 */
export function defineConfig(config: BuyboxConfig): BuyboxConfig {
  return config;
}
