/** The text of a page in, its data out: pure and synchronous. */
import type { Language, PageType } from '../contract/codes.ts';
import { BadRequestError, MarketplaceError, ParseError } from '../contract/errors.ts';
import type { Gap } from '../contract/gap.ts';
import type { PageDataByType } from '../contract/types/endpoints.ts';
import type { Recorder } from '../html/index.ts';
import { marketplaceOfHost, marketplaces } from '../locale/index.ts';
import { detached } from './detached.ts';
import { type DetectedPage, detectPageType } from './detect.ts';
import { gapsOf } from './gaps.ts';
import { openPage, type Page } from './page.ts';
import type { PageReader } from './reader.ts';
import { readers } from './readers.ts';
import { isSignInAddress, refusalOf } from './refusal.ts';
import { refusalError } from './refusal-error.ts';

/** What is known of a page beside its text. */
export interface PageContext {
  /** The page's address, after redirects. */
  url: string;
  /** HTTP status, a second sign for blocks and pages not found. */
  status?: number | undefined;
  /** The moment of the request: days count from it. @default now */
  requestedAt?: Date | undefined;
  /** The language asked for; the page's own is read all the same, a difference is a gap. */
  language?: Language | undefined;
  /** The postal code asked for; a page that was priced for another place is a gap. */
  place?: string | undefined;
}

/** A page as read: branch on `found`, and on `page_type`. */
export type ParsedPage<Type extends PageType = PageType> = {
  [T in Type]:
    | { page_type: T; found: true; data: PageDataByType[T]; gaps: Gap[] }
    | { page_type: T; found: false; data: null; gaps: Gap[] };
}[Type];

/**
 * Reads the text of any page of a marketplace that `detectPageType` knows: no request, no clock but `requestedAt`, no I/O.
 *
 * @throws BadRequestError `UNSUPPORTED_URL` when the URL is none of the marketplace's that can be read
 * @throws BlockedError, UnavailableError when the text is a check for robots, a failure, or a sign-in page
 * @throws ParseError when the text is no page of the marketplace
 */
export function parsePage(html: string, context: PageContext): ParsedPage {
  if (isSignInAddress(context.url)) throw refusalError('sign_in', context.url);
  return readPage(html, context, addressOf(context.url));
}

/** Reads a page as one of a known type, whatever its address says. */
export function parsePageAs<Type extends PageType>(type: Type, html: string, context: PageContext): ParsedPage<Type> {
  const { url } = context;
  const address = detectPageType(url) ?? siteOf(url) ?? addressOf(url);
  return readPage(html, context, { ...address, page_type: type }) as ParsedPage<Type>;
}

/** An address of no type on a marketplace's site: the site redirects to its help, for one, when it does not know a seller. */
function siteOf(url: string): Omit<DetectedPage, 'page_type'> | undefined {
  const marketplace = URL.canParse(url) ? marketplaceOfHost(new URL(url).hostname) : undefined;
  return marketplace === undefined ? undefined : { marketplace: marketplace.code, canonical_url: url };
}

/** What a URL says, or the error of one that cannot be read. */
export function addressOf(url: string): DetectedPage {
  const address = detectPageType(url);
  if (address !== undefined) return address;
  throw new BadRequestError(
    `url: ${JSON.stringify(url)} is no page of a supported marketplace that can be read; give the full address of a product, search, offers, seller, category, best-seller, storefront or reviews page`,
    { code: 'UNSUPPORTED_URL', parameter: 'url' },
  );
}

/**
 * Reads a page whose address is known: `context.url` may be another one, to which the site redirected. A recorder, when given, notes where each
 * value came from.
 */
export function readPage(html: string, context: PageContext, address: DetectedPage, recorder?: Recorder): ParsedPage {
  const { url, status, requestedAt = new Date(), language, place } = context;
  if (typeof html !== 'string') throw new ParseError(`the text of ${url} must be a string, not ${typeof html}`);
  if (html.trim() === '') throw new ParseError(`the text of ${url} is empty`);
  const page = openPage(html, { url, marketplace: marketplaces[address.marketplace], requestedAt, recorder });
  const { page_type } = address;
  const reader = readers[page_type] as PageReader<unknown>;
  const refusal = refusalOf({ page, html, status, isPage: isPageOf(page, reader) });
  if (refusal !== undefined && refusal !== 'not_found') throw refusalError(refusal, url);

  if (refusal === 'not_found' || reader.isFound?.(page, address) === false) {
    return { page_type, found: false, data: null, gaps: [] };
  }
  assertPage(page, reader, address);
  const data = detached(dataOf(page, reader, address));
  const gaps = detached(gapsOf({ page, landmarks: reader.landmarks, data, requested: language, place }));
  return { page_type, found: true, data, gaps } as ParsedPage;
}

/** A row that stumbles over a page is this library's fault; the caller gets the error of a page that could not be read. */
function dataOf(page: Page, reader: PageReader<unknown>, address: DetectedPage): unknown {
  try {
    return reader.read(page, address);
  } catch (cause) {
    if (cause instanceof MarketplaceError) throw cause;
    throw new ParseError(`the ${address.page_type} page ${page.url} could not be read: ${String(cause)}`, { cause });
  }
}

/** Whether a text has all that no page of its type is without. */
function isPageOf(page: Page, { landmarks }: PageReader<unknown>): boolean {
  const required = landmarks.filter((landmark) => landmark.required === true);
  return required.length > 0 && required.every(({ test }) => test(page));
}

function assertPage(page: Page, reader: PageReader<unknown>, { page_type }: DetectedPage): void {
  const lacking = reader.landmarks.filter(({ required, test }) => required === true && !test(page));
  if (lacking.length === 0) return;
  throw new ParseError(
    `the text of ${page.url} is no ${page_type} page: it has no ${lacking.map(({ name }) => name).join(', no ')}`,
  );
}
