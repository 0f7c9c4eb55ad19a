/** The 20 marketplaces as one table: domains, identifiers, currencies, time zones and languages. */
import type { MarketplaceCode } from '../contract/codes.ts';
import { MARKETPLACE_SUFFIXES, marketplaceCodeOfHost } from '../contract/sites.ts';

/** The languages of a site, as `ll_CC` codes. */
interface MarketplaceLocales {
  /** The language that the site serves by default: `de_DE`. */
  readonly native: string;
  /** The English version; the same as `native` where that is English. Absent if the site has no known English version. */
  readonly english?: string;
  /** Further languages. */
  readonly others: readonly string[];
}

/** One marketplace. */
export interface MarketplaceInfo {
  /** The marketplace code in requests and responses: `uk`. */
  readonly code: MarketplaceCode;
  /** The country's English name: `United Kingdom`. */
  readonly country: string;
  /** The country's ISO 3166 code: `GB`. */
  readonly countryCode: string;
  /** Whether the country is in the European Union, where sites must show the lowest price of the last 30 days. */
  readonly isInEU: boolean;
  /** The host without `www.`: `amazon.co.uk`. */
  readonly domain: string;
  /** The part of the domain after `amazon.`: `co.uk`. */
  readonly suffix: string;
  /** The operator's identifier of the marketplace. */
  readonly marketplaceId: string;
  /** The currency of list prices (ISO 4217). The site can show a shopper from abroad prices in another currency. */
  readonly currency: string;
  /** The currency of a `$` without letters (ISO 4217). @default 'USD' */
  readonly dollar?: string;
  /** The IANA time zone of the site's dates: "today" is the day in this time zone. */
  readonly timeZone: string;
  /** The languages of its pages. */
  readonly locales: MarketplaceLocales;
  /** The name of the cookie that selects a language. */
  readonly languageCookie: string;
  /** The order of day and month in numeric dates of the English version. Absent where it can be either. */
  readonly englishDateOrder?: 'day-month' | 'month-day' | undefined;
  /** The seller id of the operator itself. Absent where it is unknown. */
  readonly operatorSellerId?: string;
}

/**
 * Members that most rows leave out: the country code is then the code in capitals, the cookie `lc-acb` and the code, and the country not in the European
 * Union. An English version has the day before the month.
 */
type Usual = 'countryCode' | 'languageCookie' | 'isInEU' | 'englishDateOrder';

type Row = Omit<MarketplaceInfo, 'code' | 'domain' | 'suffix' | Usual> & Partial<Pick<MarketplaceInfo, Usual>>;

const rows = {
  us: {
    country: 'United States',
    marketplaceId: 'ATVPDKIKX0DER',
    currency: 'USD',
    // Deals end at midnight in Los Angeles, and delivery promises count their days from there.
    timeZone: 'America/Los_Angeles',
    locales: { native: 'en_US', english: 'en_US', others: ['es_US', 'de_DE', 'pt_BR', 'zh_CN', 'zh_TW', 'ko_KR'] },
    languageCookie: 'lc-main',
    englishDateOrder: 'month-day',
    operatorSellerId: 'ATVPDKIKX0DER',
  },
  uk: {
    country: 'United Kingdom',
    countryCode: 'GB',
    marketplaceId: 'A1F83G8C2ARO7P',
    currency: 'GBP',
    timeZone: 'Europe/London',
    locales: { native: 'en_GB', english: 'en_GB', others: [] },
    operatorSellerId: 'A3P5ROKL5A1OLE',
  },
  de: {
    country: 'Germany',
    isInEU: true,
    marketplaceId: 'A1PA6795UKMFR9',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    locales: { native: 'de_DE', english: 'en_GB', others: ['cs_CZ', 'nl_NL', 'pl_PL', 'tr_TR'] },
    operatorSellerId: 'A3JWKAKR8XB7XF',
  },
  fr: {
    country: 'France',
    isInEU: true,
    marketplaceId: 'A13V1IB3VIYZZH',
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    locales: { native: 'fr_FR', english: 'en_GB', others: [] },
    operatorSellerId: 'A1X6FK5RDHNB96',
  },
  it: {
    country: 'Italy',
    isInEU: true,
    marketplaceId: 'APJ6JRA9NG5V4',
    currency: 'EUR',
    timeZone: 'Europe/Rome',
    locales: { native: 'it_IT', english: 'en_GB', others: [] },
    operatorSellerId: 'A11IL2PNWYJU7H',
  },
  es: {
    country: 'Spain',
    isInEU: true,
    marketplaceId: 'A1RKKUPIHCS9HS',
    currency: 'EUR',
    timeZone: 'Europe/Madrid',
    locales: { native: 'es_ES', english: 'en_GB', others: ['pt_PT'] },
    operatorSellerId: 'A1AT7YVPFBWXBL',
  },
  ca: {
    country: 'Canada',
    marketplaceId: 'A2EUQ1WTGCTBG2',
    currency: 'CAD',
    dollar: 'CAD',
    timeZone: 'America/Toronto',
    locales: { native: 'en_CA', english: 'en_CA', others: ['fr_CA'] },
    englishDateOrder: undefined,
    operatorSellerId: 'A3DWYIK6Y9EEQB',
  },
  au: {
    country: 'Australia',
    marketplaceId: 'A39IBJ37TRP1C6',
    currency: 'AUD',
    dollar: 'AUD',
    timeZone: 'Australia/Sydney',
    locales: { native: 'en_AU', english: 'en_AU', others: [] },
    operatorSellerId: 'ANEGB3WVEVKZB',
  },
  jp: {
    country: 'Japan',
    marketplaceId: 'A1VC38T7YXB528',
    currency: 'JPY',
    timeZone: 'Asia/Tokyo',
    locales: { native: 'ja_JP', english: 'en_US', others: ['zh_CN'] },
    englishDateOrder: 'month-day',
    operatorSellerId: 'AN1VRQENFRJN5',
  },
  in: {
    country: 'India',
    marketplaceId: 'A21TJRUUN4KGV',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    locales: { native: 'en_IN', english: 'en_IN', others: ['hi_IN', 'ta_IN', 'te_IN', 'kn_IN', 'ml_IN'] },
  },
  mx: {
    country: 'Mexico',
    marketplaceId: 'A1AM78C64UM0Y8',
    currency: 'MXN',
    dollar: 'MXN',
    timeZone: 'America/Mexico_City',
    locales: { native: 'es_MX', others: [] },
    operatorSellerId: 'AVDBXBAVVSXLQ',
  },
  br: {
    country: 'Brazil',
    marketplaceId: 'A2Q3Y263D00KWC',
    currency: 'BRL',
    timeZone: 'America/Sao_Paulo',
    locales: { native: 'pt_BR', others: [] },
    operatorSellerId: 'A1ZZFT5FULY4LN',
  },
  tr: {
    country: 'Turkey',
    marketplaceId: 'A33AVAJ2PDY3EV',
    currency: 'TRY',
    timeZone: 'Europe/Istanbul',
    locales: { native: 'tr_TR', others: [] },
  },
  sa: {
    country: 'Saudi Arabia',
    marketplaceId: 'A17E79C6D8DWNP',
    currency: 'SAR',
    timeZone: 'Asia/Riyadh',
    locales: { native: 'ar_AE', english: 'en_AE', others: [] },
  },
  ae: {
    country: 'United Arab Emirates',
    marketplaceId: 'A2VIGQ35RCS4UG',
    currency: 'AED',
    timeZone: 'Asia/Dubai',
    locales: { native: 'en_AE', english: 'en_AE', others: ['ar_AE'] },
  },
  sg: {
    country: 'Singapore',
    marketplaceId: 'A19VAU5U5O7RUS',
    currency: 'SGD',
    dollar: 'SGD',
    timeZone: 'Asia/Singapore',
    locales: { native: 'en_SG', english: 'en_SG', others: ['zh_SG'] },
  },
  nl: {
    country: 'Netherlands',
    isInEU: true,
    marketplaceId: 'A1805IZSGTT6HS',
    currency: 'EUR',
    timeZone: 'Europe/Amsterdam',
    locales: { native: 'nl_NL', english: 'en_GB', others: [] },
    operatorSellerId: 'A17D2BRD4YMT0X',
  },
  pl: {
    country: 'Poland',
    isInEU: true,
    marketplaceId: 'A1C3SOZRARQ6R3',
    currency: 'PLN',
    timeZone: 'Europe/Warsaw',
    locales: { native: 'pl_PL', others: [] },
  },
  se: {
    country: 'Sweden',
    isInEU: true,
    marketplaceId: 'A2NODRKZP88ZB9',
    currency: 'SEK',
    timeZone: 'Europe/Stockholm',
    locales: { native: 'sv_SE', english: 'en_GB', others: [] },
    operatorSellerId: 'ANU9KP01APNAG',
  },
  be: {
    country: 'Belgium',
    isInEU: true,
    marketplaceId: 'AMEN7PMS3EDWL',
    currency: 'EUR',
    timeZone: 'Europe/Brussels',
    locales: { native: 'fr_BE', english: 'en_GB', others: ['nl_BE', 'de_BE'] },
  },
} as const satisfies Record<MarketplaceCode, Row>;

/** The 20 marketplaces by code. */
export const marketplaces = Object.fromEntries(
  Object.entries(MARKETPLACE_SUFFIXES).map(([code, suffix]) => {
    const row: Row = rows[code as MarketplaceCode];
    const usual = { countryCode: code.toUpperCase(), languageCookie: `lc-acb${code}`, isInEU: false };
    const english = row.locales.english === undefined ? {} : { englishDateOrder: 'day-month' };
    return [code, { code, domain: `amazon.${suffix}`, suffix, ...usual, ...english, ...row }];
  }),
) as unknown as Readonly<Record<MarketplaceCode, MarketplaceInfo>>;

/**
 * Returns the marketplace of a host: its exact domain, alone or after `www.`, `smile.` or `m.`.
 * Returns `undefined` for every other host (`notamazon.it`, `amazon.evil.com`) and for a host with a port.
 */
export function marketplaceOfHost(host: string): MarketplaceInfo | undefined {
  const code = marketplaceCodeOfHost(host);
  return code === undefined ? undefined : marketplaces[code];
}
