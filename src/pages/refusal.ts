/**
 * Answers that are no page: blocks, failures, sign-in, and the marketplace's own "not found" (facts gathered in one table). The text alone must
 * be enough to tell them apart; the HTTP status is a second sign.
 */
import { BlockedError, type MarketplaceError, ParseError, UnavailableError } from '../contract/errors.ts';
import type { Page } from './page.ts';

/** What an answer is in place of a page. */
export type Refusal =
  | 'captcha'
  | 'interstitial'
  | 'proof_of_work'
  | 'robot_check'
  | 'sign_in'
  | 'not_found'
  | 'unavailable';

/** What can be looked at. */
export interface Answer {
  page: Page;
  html: string;
  status: number | undefined;
}

/** Real pages are longer: only an answer this short can be a refusal that is told by words alone. */
const SHORT = 30_000;

const titleOf = ({ page }: Answer) => page.text('title') ?? '';
const isShort = ({ html }: Answer) => html.length < SHORT;
const mentions = ({ html }: Answer, ...marks: string[]) => marks.some((mark) => html.includes(mark));

/** The image and the links of the service's "dogs" page; the same page is served for 404 and for 503. */
const NOT_FOUND_SIGNS = 'a[href*="cs_404_"], img[src*="/error/title._TTD_"], img[src*="/error/404"]';
const FAILURE_SIGNS = 'a[href*="cs_503_"], a[href*="cs_500_"], img[src*="500-title"], img[src*="500_503"]';
const CAPTCHA_FORM = 'form[action*="validateCaptcha"]';
const FAILURE_TITLE = /^\W*50[0-9]\b/;
const NOT_FOUND_TITLE = /^\W*404\b/;

interface Row {
  refusal: Refusal;
  test: (answer: Answer) => boolean;
}

/** The first row that fits decides. */
const ROWS: readonly Row[] = [
  {
    refusal: 'proof_of_work',
    test: (answer) => isShort(answer) && mentions(answer, 'bm-verify') && mentions(answer, '/_sec/verify'),
  },
  {
    refusal: 'captcha',
    test: ({ page }) => page.at('captchacharacters').exists || page.has(`${CAPTCHA_FORM} input[name="field-keywords"]`),
  },
  { refusal: 'interstitial', test: (answer) => isShort(answer) && answer.page.has(CAPTCHA_FORM) },
  {
    refusal: 'sign_in',
    test: ({ page }) => isSignInAddress(page.url) || page.has('form[name="signIn"][action*="/ap/signin"]'),
  },
  {
    refusal: 'unavailable',
    test: (answer) => isShort(answer) && (answer.page.has(FAILURE_SIGNS) || FAILURE_TITLE.test(titleOf(answer))),
  },
  {
    refusal: 'not_found',
    test: (answer) =>
      isShort(answer) &&
      answer.status !== 503 &&
      (answer.page.has(NOT_FOUND_SIGNS) || NOT_FOUND_TITLE.test(titleOf(answer))),
  },
  {
    refusal: 'robot_check',
    test: (answer) => isShort(answer) && (titleOf(answer) === 'Robot Check' || mentions(answer, 'opfcaptcha')),
  },
  { refusal: 'robot_check', test: ({ html, status }) => status === 202 && html.length < 2_000 },
  { refusal: 'not_found', test: (answer) => answer.status === 404 && isShort(answer) },
  { refusal: 'unavailable', test: (answer) => (answer.status ?? 200) >= 500 && isShort(answer) },
  // The comment stands on every error page of the marketplace; on one that none of the rows above knows, it is a check for robots.
  { refusal: 'robot_check', test: (answer) => isShort(answer) && mentions(answer, 'api-services-support@amazon.com') },
];

/** What an answer is in place of a page; `undefined` for a page. */
export function refusalOf(answer: Answer): Refusal | undefined {
  return ROWS.find(({ test }) => test(answer))?.refusal;
}

/** The error of a refusal. */
export function refusalError(refusal: Exclude<Refusal, 'not_found'>, url: string): MarketplaceError {
  switch (refusal) {
    case 'captcha':
      return new BlockedError(
        `the marketplace asked for a captcha in place of ${url}; slow down or use another session`,
        { code: 'CAPTCHA' },
      );
    case 'interstitial':
      return new BlockedError(
        `the marketplace answered with its "continue shopping" page in place of ${url}; use another session`,
        { code: 'INTERSTITIAL' },
      );
    case 'proof_of_work':
      return new BlockedError(`the marketplace asked for a proof of work in place of ${url}; use another session`, {
        code: 'PROOF_OF_WORK',
      });
    case 'robot_check':
      return new BlockedError(
        `the marketplace answered with a check for robots in place of ${url}; slow down or use another session`,
        { code: 'ROBOT_CHECK' },
      );
    case 'sign_in':
      return new UnavailableError(`the marketplace shows ${url} only to those who sign in`, {
        code: 'SIGN_IN_REQUIRED',
      });
    case 'unavailable':
      return new UnavailableError(`the marketplace could not serve ${url}; try again later`);
    default:
      return new ParseError(`${url} is no page of the marketplace (${String(refusal)})`);
  }
}

function isSignInAddress(address: string): boolean {
  return URL.canParse(address) && new URL(address).pathname.startsWith('/ap/signin');
}
