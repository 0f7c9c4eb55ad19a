/** The 20 marketplaces as one table: addresses, identifiers, currency, clock and languages (specification, Marketplace). */
import type { MarketplaceCode } from '../contract/codes.ts';
import { MARKETPLACE_SUFFIXES, marketplaceCodeOfHost } from '../contract/sites.ts';

/** Languages that a site renders, as `ll_CC` codes. */
export interface MarketplaceLocales {
  /** What the site serves unasked: `de_DE`. */
  readonly native: string;
  /** The English render; the native one where that is English; absent where none is known (design §5.6). */
  readonly english?: string;
  /** Further renders. */
  readonly others: readonly string[];
}

/** One marketplace. */
export interface MarketplaceInfo {
  /** The code of the wire: `uk`. */
  readonly code: MarketplaceCode;
  /** The country's English name: `United Kingdom`. */
  readonly country: string;
  /** The host without `www.`: `amazon.co.uk`. */
  readonly domain: string;
  /** What follows `amazon.`: `co.uk` (`OfferEntry.domain`, design §5.18). */
  readonly suffix: string;
  /** The operator's identifier of the marketplace. */
  readonly marketplaceId: string;
  /** The currency of its list prices, ISO 4217. A price as shown can follow the shopper instead. */
  readonly currency: string;
  /** IANA time zone in which "today" is told (design §5.7). */
  readonly timeZone: string;
  /** The languages of its pages. */
  readonly locales: MarketplaceLocales;
  /** The name of the cookie that asks for a language. */
  readonly languageCookie: string;
  /** How the site writes a date in numbers in its English render; absent where it could be either. */
  readonly englishDateOrder?: 'day-month' | 'month-day';
  /** The seller id under which the operator itself sells; absent where it is not known. */
  readonly operatorSellerId?: string;
}

type Row = Omit<MarketplaceInfo, 'code' | 'domain' | 'suffix'>;

const rows = {
  us: {
    country: 'United States',
    marketplaceId: 'ATVPDKIKX0DER',
    currency: 'USD',
    // The site's own clock: deals end at midnight in Los Angeles, and every delivery promise that was checked fits.
    timeZone: 'America/Los_Angeles',
    locales: { native: 'en_US', english: 'en_US', others: ['es_US', 'de_DE', 'pt_BR', 'zh_CN', 'zh_TW', 'ko_KR'] },
    languageCookie: 'lc-main',
    englishDateOrder: 'month-day',
    operatorSellerId: 'ATVPDKIKX0DER',
  },
  uk: {
    country: 'United Kingdom',
    marketplaceId: 'A1F83G8C2ARO7P',
    currency: 'GBP',
    timeZone: 'Europe/London',
    locales: { native: 'en_GB', english: 'en_GB', others: [] },
    languageCookie: 'lc-acbuk',
    englishDateOrder: 'day-month',
    operatorSellerId: 'A3P5ROKL5A1OLE',
  },
  de: {
    country: 'Germany',
    marketplaceId: 'A1PA6795UKMFR9',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    locales: { native: 'de_DE', english: 'en_GB', others: ['cs_CZ', 'nl_NL', 'pl_PL', 'tr_TR'] },
    languageCookie: 'lc-acbde',
    englishDateOrder: 'day-month',
    operatorSellerId: 'A3JWKAKR8XB7XF',
  },
  fr: {
    country: 'France',
    marketplaceId: 'A13V1IB3VIYZZH',
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    locales: { native: 'fr_FR', english: 'en_GB', others: [] },
    languageCookie: 'lc-acbfr',
    englishDateOrder: 'day-month',
    operatorSellerId: 'A1X6FK5RDHNB96',
  },
  it: {
    country: 'Italy',
    marketplaceId: 'APJ6JRA9NG5V4',
    currency: 'EUR',
    timeZone: 'Europe/Rome',
    locales: { native: 'it_IT', english: 'en_GB', others: [] },
    languageCookie: 'lc-acbit',
    englishDateOrder: 'day-month',
    operatorSellerId: 'A11IL2PNWYJU7H',
  },
  es: {
    country: 'Spain',
    marketplaceId: 'A1RKKUPIHCS9HS',
    currency: 'EUR',
    timeZone: 'Europe/Madrid',
    locales: { native: 'es_ES', english: 'en_GB', others: ['pt_PT'] },
    languageCookie: 'lc-acbes',
    englishDateOrder: 'day-month',
    operatorSellerId: 'A1AT7YVPFBWXBL',
  },
  ca: {
    country: 'Canada',
    marketplaceId: 'A2EUQ1WTGCTBG2',
    currency: 'CAD',
    timeZone: 'America/Toronto',
    locales: { native: 'en_CA', english: 'en_CA', others: ['fr_CA'] },
    languageCookie: 'lc-acbca',
    operatorSellerId: 'A3DWYIK6Y9EEQB',
  },
  au: {
    country: 'Australia',
    marketplaceId: 'A39IBJ37TRP1C6',
    currency: 'AUD',
    timeZone: 'Australia/Sydney',
    locales: { native: 'en_AU', english: 'en_AU', others: [] },
    languageCookie: 'lc-acbau',
    englishDateOrder: 'day-month',
    operatorSellerId: 'ANEGB3WVEVKZB',
  },
  jp: {
    country: 'Japan',
    marketplaceId: 'A1VC38T7YXB528',
    currency: 'JPY',
    timeZone: 'Asia/Tokyo',
    locales: { native: 'ja_JP', english: 'en_US', others: ['zh_CN'] },
    languageCookie: 'lc-acbjp',
    englishDateOrder: 'month-day',
    operatorSellerId: 'AN1VRQENFRJN5',
  },
  in: {
    country: 'India',
    marketplaceId: 'A21TJRUUN4KGV',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    locales: { native: 'en_IN', english: 'en_IN', others: ['hi_IN', 'ta_IN', 'te_IN', 'kn_IN', 'ml_IN'] },
    languageCookie: 'lc-acbin',
    englishDateOrder: 'day-month',
  },
  mx: {
    country: 'Mexico',
    marketplaceId: 'A1AM78C64UM0Y8',
    currency: 'MXN',
    timeZone: 'America/Mexico_City',
    locales: { native: 'es_MX', others: [] },
    languageCookie: 'lc-acbmx',
    operatorSellerId: 'AVDBXBAVVSXLQ',
  },
  br: {
    country: 'Brazil',
    marketplaceId: 'A2Q3Y263D00KWC',
    currency: 'BRL',
    timeZone: 'America/Sao_Paulo',
    locales: { native: 'pt_BR', others: [] },
    languageCookie: 'lc-acbbr',
    operatorSellerId: 'A1ZZFT5FULY4LN',
  },
  tr: {
    country: 'Turkey',
    marketplaceId: 'A33AVAJ2PDY3EV',
    currency: 'TRY',
    timeZone: 'Europe/Istanbul',
    locales: { native: 'tr_TR', others: [] },
    languageCookie: 'lc-acbtr',
  },
  sa: {
    country: 'Saudi Arabia',
    marketplaceId: 'A17E79C6D8DWNP',
    currency: 'SAR',
    timeZone: 'Asia/Riyadh',
    locales: { native: 'ar_AE', english: 'en_AE', others: [] },
    languageCookie: 'lc-acbsa',
    englishDateOrder: 'day-month',
  },
  ae: {
    country: 'United Arab Emirates',
    marketplaceId: 'A2VIGQ35RCS4UG',
    currency: 'AED',
    timeZone: 'Asia/Dubai',
    locales: { native: 'en_AE', english: 'en_AE', others: ['ar_AE'] },
    languageCookie: 'lc-acbae',
    englishDateOrder: 'day-month',
  },
  sg: {
    country: 'Singapore',
    marketplaceId: 'A19VAU5U5O7RUS',
    currency: 'SGD',
    timeZone: 'Asia/Singapore',
    locales: { native: 'en_SG', english: 'en_SG', others: ['zh_SG'] },
    languageCookie: 'lc-acbsg',
    englishDateOrder: 'day-month',
  },
  nl: {
    country: 'Netherlands',
    marketplaceId: 'A1805IZSGTT6HS',
    currency: 'EUR',
    timeZone: 'Europe/Amsterdam',
    locales: { native: 'nl_NL', english: 'en_GB', others: [] },
    languageCookie: 'lc-acbnl',
    englishDateOrder: 'day-month',
    operatorSellerId: 'A17D2BRD4YMT0X',
  },
  pl: {
    country: 'Poland',
    marketplaceId: 'A1C3SOZRARQ6R3',
    currency: 'PLN',
    timeZone: 'Europe/Warsaw',
    locales: { native: 'pl_PL', others: [] },
    languageCookie: 'lc-acbpl',
  },
  se: {
    country: 'Sweden',
    marketplaceId: 'A2NODRKZP88ZB9',
    currency: 'SEK',
    timeZone: 'Europe/Stockholm',
    locales: { native: 'sv_SE', english: 'en_GB', others: [] },
    languageCookie: 'lc-acbse',
    englishDateOrder: 'day-month',
    operatorSellerId: 'ANU9KP01APNAG',
  },
  be: {
    country: 'Belgium',
    marketplaceId: 'AMEN7PMS3EDWL',
    currency: 'EUR',
    timeZone: 'Europe/Brussels',
    locales: { native: 'fr_BE', english: 'en_GB', others: ['nl_BE', 'de_BE'] },
    languageCookie: 'lc-acbbe',
    englishDateOrder: 'day-month',
  },
} as const satisfies Record<MarketplaceCode, Row>;

/** The 20 marketplaces by their code (specification, Marketplace). */
export const marketplaces = Object.fromEntries(
  Object.entries(MARKETPLACE_SUFFIXES).map(([code, suffix]) => [
    code,
    { code, domain: `amazon.${suffix}`, suffix, ...rows[code as MarketplaceCode] },
  ]),
) as unknown as Readonly<Record<MarketplaceCode, MarketplaceInfo>>;

/**
 * The marketplace that a host belongs to: `www.`, `smile.`, `m.` or nothing before the exact domain.
 * `undefined` for every other host (`notamazon.it`, `amazon.evil.com`), also with a port.
 */
export function marketplaceOfHost(host: string): MarketplaceInfo | undefined {
  const code = marketplaceCodeOfHost(host);
  return code === undefined ? undefined : marketplaces[code];
}
