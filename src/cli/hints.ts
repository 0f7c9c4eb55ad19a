/** What helps against an error, in a line. */
import { MarketplaceError } from '../contract/errors.ts';

/** By `CODE parameter`, else by `CODE`. */
const HINTS: Readonly<Record<string, string>> = {
  'INVALID_CONFIGURATION baseUrl':
    'give --base-url, set BUYBOX_BASE_URL, or write baseUrl in buybox.config.ts; `buybox serve` runs a service of your own',
  'INVALID_CONFIGURATION apiKey':
    'set BUYBOX_API_KEY, or write apiKey in buybox.config.ts; for a service of your own, `buybox keys create` makes a key',
  'INVALID_PARAMETER asin': 'it stands in the address of a product, behind /dp/; scrape takes whole addresses',
  'INVALID_PARAMETER truth':
    'a folder to score holds pages/ and truth/, with the same names in both; --pages and --truth name others',
  UNAUTHORIZED: 'the service does not know this key: look at BUYBOX_API_KEY and at the address of --base-url',
  QUOTA_EXCEEDED: 'the credits are used up: buy a pack; for a service of your own, `buybox packs add` adds one',
  RATE_LIMITED: 'too many calls at once: wait, or run fewer',
  BLOCKED: blockedHint(),
  CAPTCHA: blockedHint(),
  INTERSTITIAL: blockedHint(),
  PROOF_OF_WORK: blockedHint(),
  ROBOT_CHECK: blockedHint(),
  SIGN_IN_REQUIRED: 'the marketplace shows this page to signed-in shoppers alone; repeating the call does not help',
  TIMEOUT: 'give more time with --timeout 2m',
  TRANSPORT_ERROR: 'look at the connection, and at the addresses of --proxy, --via and --base-url',
  PARSER_ERROR: 'keep the page with --record DIR, and look at it with `buybox explain`',
};

function blockedHint(): string {
  return 'the marketplace asks for a person: wait some minutes and ask more slowly, come from another address (--proxy), or ask a service (--backend remote)';
}

/** What to do next; nothing where the message says it all, or where the command lacks the flags that would help. */
export function hintFor(error: unknown, flags: readonly string[]): string | undefined {
  if (!(error instanceof MarketplaceError)) return undefined;
  const parameter = 'parameter' in error ? String(error.parameter) : '';
  const hint = HINTS[`${error.code} ${parameter}`] ?? HINTS[error.code];
  // What stands between backquotes is another command.
  const named = hint?.replace(/`[^`]*`/g, '').match(/--[a-z-]+/g) ?? [];
  return named.every((flag) => flags.includes(flag)) ? hint : undefined;
}
