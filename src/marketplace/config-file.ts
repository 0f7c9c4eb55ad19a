/** The configuration file, for programs and the command line. */
import { filledString } from '../options/checks.ts';
import { fromEnvironment, type MarketplaceOptions, withStronger } from './options.ts';

/** Defaults of a command's flags. Keys are flag names in camel case: `maxPages` for `--max-pages`. Values are what you would type. */
export type FlagDefaults = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

/**
 * A configuration file, `buybox.config.ts` (or `.mts`, `.js`, `.mjs`, `.json`): the options of a marketplace, and defaults of flags. Relative paths start
 * at the file's folder.
 */
export interface BuyboxConfig extends MarketplaceOptions {
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

/**
 * Returns the options for {@link createMarketplace} that the command line uses: those of the configuration file, overridden by environment variables.
 * The file is `path`, else `BUYBOX_CONFIG`, else the nearest `buybox.config.ts` (or `.mts`, `.js`, `.mjs`, `.json`) in the working directory or above it.
 * Without a file, only the environment counts.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a file that cannot be read or run, and for an invalid option
 * @example
 * const marketplace = createMarketplace({ ...(await loadConfig()), timeoutMs: 30_000 });
 */
export async function loadConfig(path?: string): Promise<MarketplaceOptions> {
  const { readConfigFile } = await import('./load-config.ts');
  const named = path === undefined ? undefined : filledString({ name: 'path', value: path });
  const file = await readConfigFile(named ?? (process.env.BUYBOX_CONFIG || undefined), process.cwd());
  const { commands, ...options } = file?.config ?? {};
  return withStronger(options, fromEnvironment(process.env));
}
