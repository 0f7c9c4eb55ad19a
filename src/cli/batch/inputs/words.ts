/** A word of a plain file -> the call that it stands for. ASINs, addresses, sellers and browse nodes are told apart by their form. */
import { MARKETPLACES } from '../../../contract/codes.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { BadRequestError } from '../../../contract/errors.ts';
import { type DetectedPage, detectPageType } from '../../../pages/index.ts';
import type { Draft } from './input.ts';

/** Every one has a digit; words of ten letters have none. */
const ASIN = /^B(?=[A-Z]*\d)[A-Z0-9]{9}$/i;
const ISBN_10 = /^\d{9}[\dX]$/i;
const EAN = /^\d{13,14}$/;
/** Sellers' tokens begin with an A and have a digit; no ASIN begins so. */
const SELLER = /^A(?=[A-Z]*\d)[A-Z0-9]{9,20}$/i;
const NODE = /^\d{4,12}$/;
const ADDRESS = /^(?:https?:\/\/|(?:[a-z0-9-]+\.)+[a-z]{2,}\/)/i;
/** A marketplace behind a word: `B08N5WRWNW:de`. */
const PLACED = /^(\S+):([a-z]+)$/i;
/** A marketplace behind a phrase, which can have a colon of its own. */
const PLACED_PHRASE = new RegExp(`^(.+):(${MARKETPLACES.join('|')})$`, 'i');
/** What stands between the cells of a table, and in no keyword. */
const TABLE_MARK = /[,;|\t]/;

/** What each endpoint makes of a word. */
const PARAMETERS = {
  product: (word) => ({ asin: word.toUpperCase() }),
  offers: (word) => ({ asin: word.toUpperCase() }),
  search: (word) => ({ keyword: word }),
  seller: (word) => ({ sellerId: word.toUpperCase() }),
  category: (word) => ({ node: word }),
  scrape: (word) => ({ url: word }),
} as const satisfies Record<EndpointName, (word: string) => Record<string, string>>;

/**
 * The call that a word stands for.
 *
 * @throws BadRequestError when its form does not tell
 */
export function draftOfWord(text: string, as: EndpointName | undefined): Draft {
  if (ADDRESS.test(text)) return { ...draftOfAddress(/^https?:/i.test(text) ? text : `https://${text}`, as), own: {} };
  const { word, marketplace } = placed(text, as);
  const endpoint = as ?? endpointOf(word);
  return { endpoint, params: { ...PARAMETERS[endpoint](word), ...marketplace }, own: {} };
}

function placed(text: string, as: EndpointName | undefined): { word: string; marketplace: { marketplace?: string } } {
  const isKeyword = as === 'search' || /\s/.test(text);
  const [, word, code] = (isKeyword ? PLACED_PHRASE : PLACED).exec(text) ?? [];
  if (word === undefined || code === undefined) return { word: text, marketplace: {} };
  return { word: word.trim(), marketplace: { marketplace: code.toLowerCase() } };
}

function endpointOf(word: string): EndpointName {
  if (ASIN.test(word) || (ISBN_10.test(word) && isIsbn10(word))) return 'product';
  if (NODE.test(word)) return 'category';
  if (SELLER.test(word)) return 'seller';
  if (isPhrase(word)) return 'search';
  const hint = EAN.test(word) ? 'it looks like an EAN or ISBN-13, which is no ASIN' : 'for a keyword give --as search';
  throw new BadRequestError(
    `${shown(word)} is no ASIN, address, seller or browse node by its form; ${hint} (--as names what words are)`,
    { parameter: 'as' },
  );
}

/** Several words are a keyword, unless one of them is something else; a word alone could be anything misspelt. */
function isPhrase(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length > 1 && !TABLE_MARK.test(text) && !words.some((word) => ASIN.test(word) || ADDRESS.test(word));
}

/** Ten digits are a book's ASIN when the last one is right (modulo 11), else a browse node. */
function isIsbn10(word: string): boolean {
  const digits = [...word.toUpperCase()].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  return digits.reduce((sum, digit, index) => sum + digit * (10 - index), 0) % 11 === 0;
}

/** The call of an address: its page as it is, or what it says for the endpoint that is wanted. */
function draftOfAddress(url: string, as: EndpointName | undefined): Omit<Draft, 'own'> {
  if (as === undefined || as === 'scrape') return { endpoint: 'scrape', params: { url } };
  const address = detectPageType(url);
  const named = address === undefined ? undefined : NAMED[as](address);
  if (address !== undefined && named !== undefined) {
    const { marketplace, page } = address;
    const isPaged = page !== undefined && address.page_type === as;
    return { endpoint: as, params: { ...named, marketplace, ...(isPaged ? { page } : {}) } };
  }
  const parameter = Object.keys(PARAMETERS[as]('')).join();
  throw new BadRequestError(
    `${parameter}: the address ${shown(url)} names none; --as scrape takes addresses as they are`,
    {
      parameter,
    },
  );
}

/** What an address says for each endpoint. */
const NAMED: Record<Exclude<EndpointName, 'scrape'>, (address: DetectedPage) => Record<string, string> | undefined> = {
  product: ({ asin }) => (asin === undefined ? undefined : { asin }),
  offers: ({ asin }) => (asin === undefined ? undefined : { asin }),
  search: ({ keyword }) => (keyword === undefined ? undefined : { keyword }),
  seller: ({ seller_id }) => (seller_id === undefined ? undefined : { sellerId: seller_id }),
  category: ({ node }) => (node === undefined ? undefined : { node }),
};

/** A word as messages show it. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}...` : text);
}
