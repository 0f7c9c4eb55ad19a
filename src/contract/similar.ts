/** The valid value, and the known name, that was probably meant by a wrong one. */
import { closestMatch } from 'leven';
import { MARKETPLACES, type MarketplaceCode, NATIVE_LANGUAGE_MARKETPLACES } from './codes.ts';
import { marketplaceCodeOfHost } from './sites.ts';

/** Nobody pastes a longer URL [characters]. */
const LONGEST = 10_000;

/**
 * Returns the valid value that was probably meant: with other case, without spaces and dashes, a number instead of a string, the id in a pasted
 * URL, or the marketplace of a country or a host. `undefined` if there is none.
 */
export function similarValue(value: unknown, isValid: (candidate: unknown) => boolean): unknown {
  if (Object(value) === value) return undefined;
  if (typeof value !== 'string') return isValid(String(value)) ? String(value) : undefined;
  const text = value.trim();
  if (text === '' || text.length > LONGEST) return undefined;
  const lower = text.toLowerCase();
  const words = lower.replace(/[^a-z\d]+/g, '_').replace(/^_|_$/g, '');
  const candidates = [
    text,
    text.toUpperCase(),
    lower,
    Number(text),
    /^[\w-]+(?:\.[\w-]+)+\//.test(text) ? `https://${text}` : undefined,
    ...idsInUrl(text),
    text.replace(/[\s-]+/g, '').toUpperCase(),
    marketplaceOf(lower),
    languageOf(lower),
    // "Used - Like New" and "like new" are the condition `used_like_new`.
    words,
    `used_${words}`,
  ];
  return candidates.find((candidate) => candidate !== undefined && isValid(candidate));
}

/** Whether a text is a whole URL, which the endpoint `scrape` accepts. */
export const isWebUrl = (value: unknown): boolean => typeof value === 'string' && /^\s*https?:\/\/\S+\s*$/i.test(value);

/** Where URLs have an ASIN, a seller id, and a browse node. */
const IDS = [
  /(?:\/dp|\/gp\/product|\/product|\/product-reviews|[?&]asin)[/=]([a-z\d]{10})(?![a-z\d])/i,
  /[?&](?:seller|me)=([a-z\d]{10,})/i,
  /(?:[?&](?:node|bbn)=|\bn(?::|%3a))(\d+)/i,
];

const idsInUrl = (text: string): string[] => IDS.flatMap((id) => id.exec(text)?.[1]?.toUpperCase() ?? []);

/** Names that people use for countries, besides those of {@link Intl.DisplayNames}. */
const COUNTRIES: Readonly<Record<string, MarketplaceCode>> = {
  gb: 'uk',
  'great britain': 'uk',
  england: 'uk',
  usa: 'us',
  america: 'us',
  uae: 'ae',
  turkey: 'tr',
  holland: 'nl',
};

/** Returns the marketplace of a host, a URL, a country code or a country's name, all in lower case. */
function marketplaceOf(text: string): MarketplaceCode | undefined {
  const host = text.replace(/^https?:\/\//, '').replace(/[/?#].*$/s, '');
  return (
    marketplaceCodeOfHost(host) ??
    marketplaceCodeOfHost(`amazon.${host.replace(/^\./, '')}`) ??
    COUNTRIES[text] ??
    MARKETPLACES.find((code) => countryOf(code).toLowerCase() === text)
  );
}

function countryOf(code: MarketplaceCode): string {
  const region = code === 'uk' ? 'GB' : code.toUpperCase();
  return new Intl.DisplayNames('en', { type: 'region' }).of(region) ?? region;
}

/** Returns `en` or `native` for the code or the name of a language, in lower case. */
function languageOf(text: string): 'en' | 'native' | undefined {
  const [code = ''] = text.split(/[-_]/);
  if (code === 'en' || code === 'english') return 'en';
  const isNative = NATIVE_LANGUAGE_MARKETPLACES.some((native) => code === native || code === languageName(native));
  return isNative ? 'native' : undefined;
}

/** The marketplaces with a native language have the code of their language. */
const languageName = (code: string): string | undefined =>
  new Intl.DisplayNames('en', { type: 'language' }).of(code)?.toLowerCase();

/** Longer names are not misspelled: comparing takes time that grows with the length. */
const LONGEST_NAME = 100;

/** Fewer characters are in too many names. */
const SHORTEST_PART = 3;

/** Names that people use for fields, parameters, options and flags. Short: every bundle of the client has it. */
const SYNONYMS: Readonly<Record<string, string>> = {
  price: 'bb_price',
  stock: 'stock_qty',
  shipping: 'shipping_price',
  reviews_count: 'reviews',
  ratings_total: 'reviews',
  stars: 'rating',
  image: 'image_url',
  sellers: 'sellers_all',
  sponsored: 'sponsored_parts',
  country: 'marketplace',
  domain: 'marketplace',
  region: 'marketplace',
  site: 'marketplace',
  locale: 'marketplace',
  query: 'keyword',
  retry: 'retries',
  limit: 'maxPages',
  cache: 'middleware',
  logger: 'middleware',
  logLevel: 'middleware',
};

/** Returns the known name that people mean by another one. */
export function synonymOf(wrong: string, known: readonly string[]): string | undefined {
  const meant = Object.hasOwn(SYNONYMS, wrong) ? SYNONYMS[wrong] : undefined;
  return known.find((name) => name === meant);
}

/**
 * Returns the known name that is most similar to a wrong one: a synonym, with another case or separators, the shortest that begins or ends with it, one that it
 * begins with, or a misspelled one. `undefined` if none is similar.
 */
export function nearestOf(wrong: string, known: readonly string[]): string | undefined {
  if (wrong.length > LONGEST_NAME) return undefined;
  const short = bare(wrong);
  const names = known.toSorted((a, b) => a.length - b.length);
  const isPart = (text: string) => text.length >= SHORTEST_PART;
  return (
    synonymOf(wrong, known) ??
    names.find((name) => bare(name) === short) ??
    names.find((name) => isPart(short) && bare(name).startsWith(short)) ??
    names.find((name) => isPart(short) && bare(name).endsWith(short)) ??
    names.findLast((name) => isPart(bare(name)) && short.startsWith(bare(name))) ??
    closestMatch(wrong, known, { maxDistance: Math.max(2, Math.ceil(wrong.length / 3)) })
  );
}

/** Returns a sentence that suggests the known name most similar to a wrong one, or lists all known names. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const nearest = nearestOf(wrong, known);
  return nearest === undefined ? `Expected one of ${[...known].sort().join(', ')}.` : `Did you mean "${nearest}"?`;
}

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');
