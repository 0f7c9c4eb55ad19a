/** Which marketplace an address belongs to, as far as its host tells. */
import { MARKETPLACES, type MarketplaceCode } from './codes.ts';

/** What follows `amazon.` in the host of each marketplace (`OfferEntry.domain`, design §5.18). */
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

/** The names under which a site answers beside its bare domain. */
const SITE_PREFIX = /^(?:www|smile|m)\./;

/**
 * The marketplace that a host belongs to: `www.`, `smile.`, `m.` or nothing before the exact domain.
 * `undefined` for every other host (`notamazon.it`, `amazon.evil.com`), also with a port.
 */
export function marketplaceCodeOfHost(host: string): MarketplaceCode | undefined {
  return codeByDomain.get(host.toLowerCase().replace(SITE_PREFIX, ''));
}
