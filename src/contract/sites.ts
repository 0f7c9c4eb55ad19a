/** Returns the marketplace of a host. */
import { MARKETPLACES, type MarketplaceCode } from './codes.ts';

/** The part of each marketplace's host after `amazon.` (`OfferEntry.domain`). */
export const MARKETPLACE_SUFFIXES = {
  us: 'com',
  uk: 'co.uk',
  de: 'de',
  fr: 'fr',
  it: 'it',
  es: 'es',
  ca: 'ca',
  au: 'com.au',
  jp: 'co.jp',
  in: 'in',
  mx: 'com.mx',
  br: 'com.br',
  tr: 'com.tr',
  sa: 'sa',
  ae: 'ae',
  sg: 'sg',
  nl: 'nl',
  pl: 'pl',
  se: 'se',
  be: 'com.be',
} as const satisfies Record<MarketplaceCode, string>;

const codeByDomain = new Map(MARKETPLACES.map((code) => [`amazon.${MARKETPLACE_SUFFIXES[code]}`, code]));

/** Subdomains that serve the same site. */
const SITE_PREFIX = /^(?:www|smile|m)\./;

/**
 * Returns the marketplace of a host: `www.`, `smile.`, `m.` or nothing before the exact domain.
 * `undefined` for every other host (`notamazon.it`, `amazon.evil.com`), also with a port.
 */
export function marketplaceCodeOfHost(host: string): MarketplaceCode | undefined {
  return codeByDomain.get(host.toLowerCase().replace(SITE_PREFIX, ''));
}
