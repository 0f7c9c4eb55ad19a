/** The configuration file, for programs and the command line. */
import { filledString } from '../options/checks.ts';
import { type BuyboxConfig, fromEnvironment, type MarketplaceOptions, withStronger } from './options.ts';

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
