/** The sites of marketplaces: their hosts, and URLs on them. */
import { MARKETPLACES, type MarketplaceCode } from './codes.ts';
import { shown } from './shown.ts';
import { wrongParameter } from './wrong-parameter.ts';

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
export const marketplaceCodeOfHost = (host: string): MarketplaceCode | undefined =>
  codeByDomain.get(host.toLowerCase().replace(SITE_PREFIX, ''));

/**
 * Returns a URL of a page as an absolute one: data has some URLs as written on the page, such as `/stores/Larkmoor`. An absolute URL stays as it is, and
 * so does a text that is not a URL.
 *
 * @param url `undefined` for a URL that the data lacks: it is returned.
 * @throws BadRequestError `INVALID_PARAMETER` for an unknown marketplace
 * @example
 * absoluteUrl('de', '/stores/Larkmoor') // 'https://www.amazon.de/stores/Larkmoor'
 */
export function absoluteUrl<Url extends string | undefined>(
  marketplace: MarketplaceCode,
  url: Url,
): Url extends string ? string : Url;
export function absoluteUrl(marketplace: MarketplaceCode, url: string | undefined): string | undefined {
  if (!MARKETPLACES.includes(marketplace))
    throw wrongParameter(
      'marketplace',
      `${shown(marketplace)} is not a marketplace: expected one of ${MARKETPLACES.join(', ')}.`,
    );
  const site = `https://www.amazon.${MARKETPLACE_SUFFIXES[marketplace]}`;
  return url !== undefined && URL.canParse(url, site) ? new URL(url, site).href : url;
}
