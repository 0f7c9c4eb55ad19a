/**
 * Answers that are no page: blocks, failures, sign-in, and the marketplace's own "not found". The text alone must be enough to tell them apart;
 * the HTTP status is a second sign.
 */
import { marketplaceOfHost, mentions, type Words, wordsByLanguage } from '../locale/index.ts';
import type { Page } from './page.ts';

/** What an answer is in place of a page. */
export type Refusal =
  | 'captcha'
  | 'interstitial'
  | 'proof_of_work'
  | 'robot_check'
  | 'blocked'
  | 'sign_in'
  | 'not_found'
  | 'unavailable';

/** What can be looked at. */
export interface FetchedPage {
  page: Page;
  html: string;
  status: number | undefined;
  /** Whether the text has all that a page of the type asked for must have: then words that it quotes mean nothing. */
  isPage: boolean;
}

interface Row {
  refusal: Refusal;
  test: (fetched: FetchedPage) => boolean;
}

/** Refusals are short; only in such a text every element is looked at. */
const SHORT = 30_000;
/** The checks of other guards in front of the site have hardly a body. */
const TINY = 2_000;

const CAPTCHA_FORM = 'form[action*="validateCaptcha"]';
const PUZZLE = `${CAPTCHA_FORM} input[name="field-keywords"]:not([type="hidden"]), ${CAPTCHA_FORM} img[src*="captcha" i]`;

/** Forms that no page has beside its own content. */
const FORMS: readonly Row[] = [
  { refusal: 'captcha', test: ({ page }) => page.at('captchacharacters').exists },
  { refusal: 'captcha', test: (fetched) => isShort(fetched) && fetched.page.has(PUZZLE) },
  { refusal: 'interstitial', test: (fetched) => isShort(fetched) && fetched.page.has(CAPTCHA_FORM) },
  { refusal: 'sign_in', test: ({ page }) => isSignInAddress(page.url) || SIGN_IN_IDS.some((id) => page.at(id).exists) },
  { refusal: 'sign_in', test: ({ html, isPage }) => !isPage && html.includes(SIGN_IN_TYPE) },
];

/** What the site's own measuring calls the type of such a page, however its form is built. */
const SIGN_IN_TYPE = 'ue_pty = "AuthenticationPortal"';

const SIGN_IN_IDS = ['authportal-main-section', 'ap_login_form', 'ap_email', 'ap_email_login', 'cvf-page-content'];

/** The image and the links of the service's own error pages, the same in all languages. */
const FAILURE_SIGNS = 'a[href*="cs_503_"], a[href*="cs_500_"], img[src*="500-title"], img[src*="500_503"]';
const NOT_FOUND_SIGNS = 'a[href*="cs_404_"], img[src*="title._TTD_"], img[src*="/error/404"]';
const SERVER_ERROR = /^\W*(?:error\W+)?50\d\b/i;
const NOT_FOUND = /^\W*(?:error\W+)?404\b/i;
const FORBIDDEN = /^\W*(?:error\W+)?(?:403|429)\b|^access denied\b|request could not be satisfied/i;
const CHALLENGE_SCRIPT = /\.awswaf\.com\/|window\.gokuProps\b/;
/** The comment stands on every error page of the marketplace. */
const CONTACT_COMMENT = /<!--(?:(?!-->)[\s\S]){0,2000}api-services-support@amazon/;

/** What is told by signs and words, in a text that is no page. The first row that fits decides. */
const SIGNS: readonly Row[] = [
  { refusal: 'proof_of_work', test: ({ html }) => html.includes('bm-verify') && html.includes('/_sec/verify') },
  { refusal: 'robot_check', test: ({ html }) => CHALLENGE_SCRIPT.test(html) },
  { refusal: 'unavailable', test: ({ page }) => page.has(FAILURE_SIGNS) },
  { refusal: 'not_found', test: (fetched) => !isServerError(fetched) && fetched.page.has(NOT_FOUND_SIGNS) },
  { refusal: 'captcha', test: (fetched) => says(fetched, ({ refusals }) => refusals.captcha) },
  { refusal: 'interstitial', test: (fetched) => says(fetched, ({ refusals }) => refusals.interstitial) },
  {
    refusal: 'robot_check',
    test: (fetched) => titleOf(fetched) === 'Robot Check' || fetched.html.includes('opfcaptcha'),
  },
  { refusal: 'robot_check', test: ({ html, status }) => status === 202 && html.length < TINY },
  { refusal: 'unavailable', test: (fetched) => headings(fetched).some((text) => SERVER_ERROR.test(text)) },
  { refusal: 'not_found', test: (fetched) => !isServerError(fetched) && isNotFoundByWords(fetched) },
  { refusal: 'blocked', test: (fetched) => headings(fetched).some((text) => FORBIDDEN.test(text)) },
  { refusal: 'not_found', test: ({ status }) => status === 404 || status === 410 },
  { refusal: 'blocked', test: ({ status }) => status === 403 || status === 429 },
  { refusal: 'unavailable', test: (fetched) => isServerError(fetched) },
  { refusal: 'unavailable', test: (fetched) => says(fetched, ({ refusals }) => refusals.failure) },
  // An error page that none of the rows above knows is a check for robots.
  { refusal: 'robot_check', test: ({ html }) => CONTACT_COMMENT.test(html) },
];

/** What an answer is in place of a page; `undefined` for a page. */
export function refusalOf(fetched: FetchedPage): Refusal | undefined {
  const form = FORMS.find(({ test }) => test(fetched));
  if (form !== undefined) return form.refusal;
  if (fetched.isPage) return undefined;
  if (isShort(fetched)) return SIGNS.find(({ test }) => test(fetched))?.refusal;
  // The site's frame can stand around an error as well: of such a text only the status and the links are believed.
  const isNotFound = fetched.status === 404 || fetched.html.includes('ref=cs_404_');
  return isNotFound ? 'not_found' : undefined;
}

/** Whether an address is that of a marketplace's page to sign in, or to prove who one is. */
export function isSignInAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { pathname, hostname } = new URL(address);
  return /^\/ap\/(?:signin|cvf|mfa|challenge)/.test(pathname) && marketplaceOfHost(hostname) !== undefined;
}

function isShort({ html }: FetchedPage): boolean {
  return html.length < SHORT;
}

function isServerError({ status }: FetchedPage): boolean {
  return status !== undefined && status >= 500;
}

function titleOf({ page }: FetchedPage): string {
  return page.first('title').text() ?? '';
}

/** The title, the headings, those of the oldest pages too, and the pictures of headings. */
function headings(fetched: FetchedPage): string[] {
  const { page } = fetched;
  return [titleOf(fetched), ...page.texts('h1, h2, h3, h4, :has(> .h1)'), ...page.attrs('alt', 'img')];
}

/** Error pages seldom tell their language: all are tried. */
function says(fetched: FetchedPage, phrases: (words: Words) => readonly string[]): boolean {
  const texts = headings(fetched);
  return Object.values(wordsByLanguage).some((words) => texts.some((text) => mentions(text, phrases(words))));
}

function isNotFoundByWords(fetched: FetchedPage): boolean {
  return headings(fetched).some((text) => NOT_FOUND.test(text)) || says(fetched, ({ refusals }) => refusals.notFound);
}
