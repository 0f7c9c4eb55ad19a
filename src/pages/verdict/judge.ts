/** Decides what a fetched response is: the page, "not found", or an error. The only place that looks at the refusal table, the status and `Retry-After`. */
import { BlockedError, type MarketplaceError, ParseError, UnavailableError } from '../../contract/errors.ts';
import type { PageType } from '../../contract/page-types.ts';
import { shown } from '../../contract/shown.ts';
import type { PageReader } from '../engine/fields.ts';
import type { Page } from '../engine/page.ts';
import { type DetectedPage, detectPageType } from '../urls/detect.ts';
import { pathOnSite } from '../urls/site.ts';
import { KINDS, MEASURED, unsupportedPath } from '../urls/unsupported.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import type { OtherSubject } from './subject.ts';

/** A fetched response with everything the decision needs. */
interface FetchedResponse {
  page: Page;
  html: string;
  /** The page that was requested; `page.url` is the URL after redirects. */
  requested: DetectedPage;
  /** How the subject of the page differs from the requested one. */
  other: OtherSubject | undefined;
  /** The reader of the requested page type. */
  reader: PageReader<unknown>;
  /** HTTP status; `undefined` if unknown. */
  status: number | undefined;
  /** Value of the `Retry-After` header, in milliseconds. */
  retryAfterMs: number | undefined;
}

/** `'page'`, `'not_found'`, or the error to throw. */
type Verdict = 'page' | 'not_found' | MarketplaceError;

/** Returns what a response is. Same input, same verdict: `parsePage` and the local backend both call this. */
export function judge(fetched: FetchedResponse): Verdict {
  const { page, html, requested, other, reader, status, retryAfterMs } = fetched;
  const served = detectPageType(page.url)?.marketplace;
  if (served !== undefined && served !== requested.marketplace) return wrongMarketplace(fetched, served);
  const missing = missingLandmarks(page, reader);
  const refusal = refusalOf({ page, html, status, isPage: missing.length === 0 });
  // Of an empty body the status decides: 404 and 410 are "not found", every other empty body is an error.
  if (refusal === 'not_found') return 'not_found';
  if (refusal !== undefined) return refusalError(refusal, page.url, retryAfterMs);
  if (reader.isFound?.(page, requested) === false) return 'not_found';
  if (missing.length > 0) return unreadable(fetched, missing);
  return other?.isWrong === true ? wrongPage(fetched, other) : 'page';
}

const BLOCKS: Partial<Record<Refusal, { code: string; what: string; advice: string }>> = {
  captcha: { code: 'CAPTCHA', what: 'returned a captcha instead of', advice: 'Slow down, or use another session.' },
  interstitial: {
    code: 'INTERSTITIAL',
    what: 'returned its "continue shopping" page instead of',
    advice: 'Use another session.',
  },
  proof_of_work: {
    code: 'PROOF_OF_WORK',
    what: 'asked for a proof of work instead of returning',
    advice: 'Use another session.',
  },
  robot_check: {
    code: 'ROBOT_CHECK',
    what: 'returned a robot check instead of',
    advice: 'Slow down, or use another session.',
  },
  blocked: { code: 'BLOCKED', what: 'refused the request for', advice: 'Slow down, or use another proxy.' },
};

/** Returns the error of a refusal. */
export function refusalError(
  refusal: Exclude<Refusal, 'not_found'>,
  url: string,
  retryAfterMs?: number,
): UnavailableError {
  if (refusal === 'sign_in') {
    return new UnavailableError(`the marketplace shows ${url} only to signed-in shoppers.`, {
      code: 'SIGN_IN_REQUIRED',
    });
  }
  if (refusal === 'limited') return rateLimited(url, { retryAfterMs });
  const block = BLOCKS[refusal];
  if (block === undefined) {
    return new UnavailableError(`the marketplace could not serve ${url}. Try again later.`, { retryAfterMs });
  }
  const { code, what, advice } = block;
  return new BlockedError(`the marketplace ${what} ${url}. ${advice}`, { code, retryAfterMs });
}

/** Time to wait after a 429 that names none [milliseconds]. */
const LIMITED_MS = 2_000;

/** The error of a 429. It always has a time to wait. Not a `RateLimitError`: that is a limit of the library or of a service, and the caller's mistake. */
const rateLimited = (url: string, { retryAfterMs, cause }: { retryAfterMs: number | undefined; cause?: Error }) =>
  new UnavailableError(
    `the marketplace limits requests, and refused ${url} with status 429. Slow down, or use another proxy.`,
    { retryAfterMs: retryAfterMs ?? LIMITED_MS, ...(cause === undefined ? {} : { cause }) },
  );

const wrongMarketplace = ({ page, requested, retryAfterMs }: FetchedResponse, served: string): UnavailableError =>
  new UnavailableError(
    `the marketplace redirected ${requested.canonical_url} to ${page.url}, which is on another marketplace (${served}).`,
    { code: 'WRONG_MARKETPLACE', retryAfterMs },
  );

function wrongPage({ requested, retryAfterMs }: FetchedResponse, other: OtherSubject): UnavailableError {
  const { name, stated, requested: expected } = other;
  return new UnavailableError(
    `the marketplace returned a page for the ${name} ${shown(stated)} instead of ${shown(expected)} for ${requested.canonical_url}. Try again later.`,
    { code: 'WRONG_PAGE', retryAfterMs },
  );
}

const missingLandmarks = (page: Page, { landmarks }: PageReader<unknown>): string[] =>
  landmarks.filter(({ required, test }) => required === true && !test(page)).map(({ name }) => name);

const BLOCKED_STATUSES = new Set([401, 403]);

/**
 * Shorter HTML is not a whole page: with status 200 it is a block that the refusal table does not know. Not for offers: fragments of the
 * all-offers panel can be shorter.
 */
const SHORTEST_PAGE = 5_000;

/** The error of HTML that is neither the requested page nor a known refusal: the status decides. */
function unreadable(
  { page, html, requested, status, retryAfterMs }: FetchedResponse,
  missing: readonly string[],
): MarketplaceError {
  const { url } = page;
  const type = requested.page_type;
  const cause = new ParseError(`the HTML of ${url} is ${whatItIs(page, html, type, missing)}.`);
  if (status === undefined) return cause;
  const options = { retryAfterMs, cause };
  if (status === 429) return rateLimited(url, options);
  if (BLOCKED_STATUSES.has(status)) {
    return new BlockedError(`${url} returned status ${status}. Slow down, or use another session.`, options);
  }
  if (status >= 500) return new UnavailableError(`${url} returned status ${status}. Try again later.`, options);
  if (status === 200 && type !== 'offers' && html.length < SHORTEST_PAGE) {
    const size = `${html.length} characters`;
    return new BlockedError(
      `${url} returned ${size} that are not ${withArticle(type)} page. Use another session.`,
      options,
    );
  }
  return cause;
}

/** Says what the HTML is instead of a page of the expected type. */
function whatItIs(page: Page, html: string, type: PageType, missing: readonly string[]): string {
  if (html.trim() === '') return `empty: expected ${withArticle(type)} page`;
  const kind = otherKind(page, type);
  return `${kind === undefined ? '' : `${kind}, `}not ${withArticle(type)} page: it has no ${missing.join(', no ')}`;
}

const withArticle = (type: PageType): string => (type === 'offers' ? `an ${type}` : `a ${type}`);

/** Returns what a page is that lacks the parts of its type: from its ids, its own name for its type, its URL or its canonical link. */
function otherKind(page: Page, expected: PageType): string | undefined {
  const measured = page.scriptValue('ue_pty', /ue_pty\s*=\s*["']([\w-]+)["']/) ?? '';
  const kind = KINDS.find(
    ({ ids = [], measured: names = [] }) => names.includes(measured) || ids.some((id) => page.at(id).exists),
  );
  const type = MEASURED[measured];
  if (kind !== undefined) return kind.name;
  if (type !== undefined && type !== expected) return `${withArticle(type)} page`;
  const paths = [page.url, page.canonicalLink ?? ''].flatMap((url) => pathOnSite(url) ?? []);
  return paths.map(unsupportedPath).find((name) => name !== undefined);
}
