/** Reads the HTML of a page into data: pure and synchronous. */
import type { Document } from 'domhandler';
import type { AllFields, DataOf, FieldChoice, FieldsAsked } from '../contract/field-types.ts';
import { checkedFields, fieldTree, pickFields } from '../contract/fields.ts';
import type { PageDataByType } from '../contract/generated/endpoints.ts';
import type { Gap } from '../contract/generated/gap.ts';
import type { PageType } from '../contract/page-types.ts';
import { ownedRoot, type Recorder } from '../html/index.ts';
import { marketplaceOfHost, marketplaces } from '../locale/index.ts';
import { bestsellerPage } from './bestseller/index.ts';
import { categoryPage } from './category/index.ts';
import { detached, removeNotFinite } from './engine/clean-data.ts';
import type { PageReader } from './engine/fields.ts';
import { assertInput, type PageContext } from './engine/input.ts';
import { openPage } from './engine/open.ts';
import type { Page } from './engine/page.ts';
import { readInTime } from './engine/time-limit.ts';
import { offersPage } from './offers/index.ts';
import { productPage } from './product/index.ts';
import { reviewsPage } from './reviews/index.ts';
import { searchPage } from './search/index.ts';
import { sellerPage } from './seller/index.ts';
import { storefrontPage } from './storefront/index.ts';
import { type DetectedPage, detectOrThrow, detectPageType } from './urls/detect.ts';
import { findGaps } from './verdict/gaps.ts';
import { judge, refusalError } from './verdict/judge.ts';
import { isSignInUrl } from './verdict/refusal.ts';
import { otherSubject } from './verdict/subject.ts';

/** The context of a page whose fields are checked. `alsoRead` are fields that the caller needs itself: they are in the data, but never the reason of a gap. */
export type ReadContext = PageContext & FieldChoice<PageType, string> & { alsoRead?: readonly string[] | undefined };

/** The result of reading a page. Branch on `found` and on `page_type`. */
export type ParsedPage<Type extends PageType = PageType, Field extends FieldsAsked = AllFields> = {
  [T in Type]:
    | {
        page_type: T;
        found: true;
        data: DataOf<PageDataByType[T], Field>;
        gaps: Gap[];
        /** Language of the page as two letters, such as `de`. */
        language: string;
      }
    | { page_type: T; found: false; data: null; gaps: Gap[]; language?: undefined };
}[Type];

/** The addition to the result of `parsePage` with `document: true`. */
export interface PageDocument {
  /** The page as a domhandler document: domutils and css-select work on it. It keeps the HTML of the page in memory. */
  document: Document;
}

/**
 * Reads the HTML of any page whose URL `detectPageType` knows. Makes no request, does no I/O, and does not read the date if `requestedAt` is set.
 *
 * @throws BadRequestError `UNSUPPORTED_URL` if the URL is not a marketplace page that can be read; `INVALID_PARAMETER` for input of a wrong type, and
 *   for a field that the page type does not have
 * @throws BlockedError, UnavailableError if the HTML is a robot check, a failure, a sign-in page or a page for something else, or the status says so
 * @throws ParseError `PARSER_ERROR` if the HTML is not a page of the marketplace; `PARSE_TIMEOUT` if reading takes longer than `parseTimeoutMs`
 */
export function parsePage<
  const Field extends FieldsAsked = AllFields,
  HasDocument extends boolean | undefined = undefined,
>(
  html: string,
  context: PageContext & FieldChoice<PageType, Field> & { document?: HasDocument },
): ParsedPage<PageType, Field> & (HasDocument extends true ? PageDocument : unknown);
export function parsePage(
  html: string,
  context: ReadContext & { document?: boolean | undefined },
): ParsedPage & Partial<PageDocument> {
  assertInput(html, context);
  const requested = detectRequested(context);
  assertFields(context, requested.page_type);
  const { page, parsed } = readInTime(html, context, () => {
    const page = open(html, context, requested, undefined, context.document);
    return { page, parsed: readOpened(page, html, context, requested) };
  });
  return context.document === true ? { ...parsed, document: ownedRoot(page.source.document) } : parsed;
}

/** Reads a page as one of a given type, whatever its URL says. Only with `requestedUrl` it can be for something else. */
export function parsePageAs<Type extends PageType>(type: Type, html: string, context: ReadContext): ParsedPage<Type> {
  assertInput(html, context);
  assertFields(context, type);
  const { requestedUrl, url } = context;
  const named = requestedUrl ?? url;
  const requested = { ...(detectPageType(named) ?? detectSite(named) ?? detectOrThrow(named)), page_type: type };
  const isCompared = requestedUrl !== undefined;
  return readInTime(html, context, () =>
    readOpened(open(html, context, requested), html, context, requested, isCompared),
  ) as ParsedPage<Type>;
}

function assertFields({ fields }: ReadContext, type: PageType): void {
  if (fields !== undefined) checkedFields(fields, [type]);
}

/** Detects only the marketplace of a URL: for an unknown seller, for example, the site redirects to its help pages. */
function detectSite(url: string): Omit<DetectedPage, 'page_type'> | undefined {
  const marketplace = URL.canParse(url) ? marketplaceOfHost(new URL(url).hostname) : undefined;
  return marketplace === undefined ? undefined : { marketplace: marketplace.code, canonical_url: url };
}

/**
 * Detects the page that was requested.
 *
 * @throws UnavailableError `SIGN_IN_REQUIRED` if the page is the sign-in page
 * @throws BadRequestError `UNSUPPORTED_URL` if it is not a page that can be read
 */
export function detectRequested({ url, requestedUrl = url }: PageContext): DetectedPage {
  if (isSignInUrl(url)) throw refusalError('sign_in', url);
  return detectOrThrow(requestedUrl);
}

/**
 * Reads a page that was requested as `requested`. `context.url` differs from it after a redirect.
 *
 * @param recorder Notes where each value was read.
 */
export const readPage = (
  html: string,
  context: ReadContext,
  requested: DetectedPage,
  recorder?: Recorder,
): ParsedPage =>
  readInTime(html, context, () => readOpened(open(html, context, requested, recorder), html, context, requested));

function open(
  html: string,
  context: ReadContext,
  { marketplace }: DetectedPage,
  recorder?: Recorder,
  isWhole?: boolean,
): Page {
  const { url, requestedAt = new Date() } = context;
  const { fields: wanted, alsoRead = [] } = context;
  const asked = wanted === undefined ? undefined : fieldTree(wanted);
  const fields = wanted === undefined ? undefined : fieldTree([...wanted, ...alsoRead]);
  return openPage(html, {
    url,
    marketplace: marketplaces[marketplace],
    requestedAt: new Date(requestedAt),
    recorder,
    isWhole,
    fields,
    asked,
  });
}

/** @param isCompared Whether a page for something else than `requested` is a gap or an error. */
function readOpened(
  page: Page,
  html: string,
  context: PageContext,
  requested: DetectedPage,
  isCompared = true,
): ParsedPage {
  const { status, retryAfterMs, language, place } = context;
  const { page_type } = requested;
  const reader = readers[page_type] as PageReader<object>;
  const other = isCompared ? otherSubject({ page, html, requested }) : undefined;
  const verdict = judge({ page, html, requested, other, reader, status, retryAfterMs });
  if (verdict === 'not_found') return { page_type, found: false, data: null, gaps: [] };
  if (verdict !== 'page') throw verdict;
  const read = reader.read(page, requested);
  for (const field of removeNotFinite(read, page_type)) page.contradict(field, 'the value is not a finite number');
  const gaps = detached(
    findGaps({ page, type: page_type, other, landmarks: reader.landmarks, data: read, language, place }),
  );
  const { fields } = page.source;
  const data = detached(fields === undefined ? read : pickFields(read, fields));
  return { page_type, found: true, data, gaps, language: page.locale.language } as ParsedPage;
}

/** The readers of all page types. */
export const readers = {
  product: productPage,
  search: searchPage,
  offers: offersPage,
  category: categoryPage,
  bestseller: bestsellerPage,
  storefront: storefrontPage,
  seller: sellerPage,
  reviews: reviewsPage,
} as const satisfies Record<PageType, PageReader<never> | PageReader<unknown>>;
