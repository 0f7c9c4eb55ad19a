/** A plain line of an input file -> endpoint and parameters. ASINs, URLs, seller ids and browse nodes are detected by their form. */
import { MARKETPLACES } from '../contract/codes.ts';
import { type EndpointName, type Endpoints, endpoints } from '../contract/endpoints.ts';
import { BadRequestError } from '../contract/errors.ts';
import { shown } from '../contract/shown.ts';
import { wrongParameter } from '../options/checks.ts';
import { type DetectedPage, detectPageType } from '../pages/urls/detect.ts';
import type { InputFields } from './requests.ts';

/** At least one digit is required: words of ten letters have none. */
const ASIN = /^B(?=[A-Z]*\d)[A-Z0-9]{9}$/i;
const ISBN_10 = /^\d{9}[\dX]$/i;
const EAN = /^\d{13,14}$/;
/** Seller ids start with A and have a digit. ASINs never start with A. */
const SELLER_ID = /^A(?=[A-Z]*\d)[A-Z0-9]{9,20}$/i;
const NODE = /^\d{4,12}$/;
const URL_START = /^(?:https?:\/\/|(?:[a-z0-9-]+\.)+[a-z]{2,}\/)/i;
/** `B0WASSERK1:de`. */
const WITH_MARKETPLACE = /^(\S+):([a-z]+)$/i;
/** Keywords can contain colons, so only known marketplaces count. */
const KEYWORD_WITH_MARKETPLACE = new RegExp(`^(.+):(${MARKETPLACES.join('|')})$`, 'i');
const TABLE_DELIMITER = /[,;|\t]/;

/** The main parameter of an endpoint in a URL. */
const URL_FACTS: Readonly<Record<Exclude<Endpoints[EndpointName]['subject'], 'url'>, keyof DetectedPage>> = {
  asin: 'asin',
  keyword: 'keyword',
  sellerId: 'seller_id',
  node: 'node',
};

/**
 * Returns the endpoint and parameters that a line stands for.
 *
 * @param as The endpoint. Detected by default.
 * @throws BadRequestError when the endpoint cannot be detected, or when a URL lacks what the endpoint needs
 */
export function parsePlainLine(line: string, as: EndpointName | undefined): InputFields {
  if (URL_START.test(line)) return parseUrl(/^https?:/i.test(line) ? line : `https://${line}`, as);
  const isKeyword = as === 'search' || /\s/.test(line);
  const [, before, code] = (isKeyword ? KEYWORD_WITH_MARKETPLACE : WITH_MARKETPLACE).exec(line) ?? [];
  const word = before?.trim() ?? line;
  const endpoint = as ?? detectEndpoint(word);
  const marketplace = code === undefined ? {} : { marketplace: code.toLowerCase() };
  return { endpoint, params: { [endpoints[endpoint].subject]: word, ...marketplace }, own: {} };
}

function detectEndpoint(word: string): EndpointName {
  if (ASIN.test(word) || (ISBN_10.test(word) && isIsbn10(word))) return 'product';
  if (NODE.test(word)) return 'category';
  if (SELLER_ID.test(word)) return 'seller';
  if (isPhrase(word)) return 'search';
  const advice = EAN.test(word)
    ? 'It looks like an EAN or ISBN-13. Look up its ASIN'
    : 'For a keyword set the endpoint to search: --as search on the command line';
  throw new BadRequestError(`${shown(word)} is not an ASIN, URL, seller id or browse node. ${advice}`, {
    parameter: 'endpoint',
  });
}

/** Several words are a keyword, unless one of them is something else. A single word could be anything, misspelt. */
function isPhrase(text: string): boolean {
  const words = text.split(/\s+/);
  const isOther = (word: string) => ASIN.test(word) || URL_START.test(word);
  return words.length > 1 && !TABLE_DELIMITER.test(text) && !words.some(isOther);
}

/** Ten digits with a valid check digit are the ASIN of a book, others are a browse node. */
function isIsbn10(word: string): boolean {
  const digits = [...word.toUpperCase()].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  return digits.reduce((sum, digit, index) => sum + digit * (10 - index), 0) % 11 === 0;
}

/** The page at the URL, or what the URL says for the given endpoint. */
function parseUrl(url: string, as: EndpointName = 'scrape'): InputFields {
  if (as === 'scrape') return { endpoint: 'scrape', params: { url }, own: {} };
  const page = detectPageType(url);
  const parameter = endpoints[as].subject;
  const value = page?.[URL_FACTS[parameter]];
  if (page === undefined || value === undefined) {
    const why = `the URL ${shown(url)} does not contain it. To fetch the page of the URL, set the endpoint to scrape: --as scrape on the command line`;
    throw wrongParameter(parameter, why);
  }
  const paging = page.page !== undefined && page.page_type === as ? { page: page.page } : {};
  return { endpoint: as, params: { [parameter]: value, marketplace: page.marketplace, ...paging }, own: {} };
}
