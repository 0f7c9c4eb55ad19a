/**
 * Recognizes responses that are not the requested page: blocks, failures, sign-in, and the marketplace's own "not found". The HTML alone is
 * enough to distinguish them; the HTTP status is a second sign.
 */
import { marketplaceOfHost, mentions, type Words, wordsByLanguage } from '../../locale/index.ts';
import type { Page } from '../engine/page.ts';

/** The kind of a response that is not a page. */
export type Refusal =
  | 'captcha'
  | 'interstitial'
  | 'proof_of_work'
  | 'robot_check'
  | 'blocked'
  | 'limited'
  | 'sign_in'
  | 'not_found'
  | 'unavailable';

/** The parts of a response that the rows look at. */
interface RefusalSigns {
  page: Page;
  html: string;
  status: number | undefined;
  /** Whether the HTML has every required part of the requested page type. Words that it quotes then mean nothing. */
  isPage: boolean;
}

interface Row {
  refusal: Refusal;
  test: (fetched: RefusalSigns) => boolean;
}

/** Characters. Refusals are shorter; only in HTML shorter than this, every element is looked at. */
const SHORT = 30_000;
/** Characters. The checks of firewalls in front of the site have almost no body. */
const TINY = 2_000;

const CAPTCHA_FORM = 'form[action*="validateCaptcha"]';
const PUZZLE = `${CAPTCHA_FORM} input[name="field-keywords"]:not([type="hidden"]), ${CAPTCHA_FORM} img[src*="captcha" i]`;

/** Forms that pages with content never have. */
const FORMS: readonly Row[] = [
  { refusal: 'captcha', test: ({ page }) => page.at('captchacharacters').exists },
  { refusal: 'captcha', test: (fetched) => isShort(fetched) && fetched.page.has(PUZZLE) },
  { refusal: 'interstitial', test: (fetched) => isShort(fetched) && fetched.page.has(CAPTCHA_FORM) },
  { refusal: 'sign_in', test: ({ page }) => isSignInUrl(page.url) || SIGN_IN_IDS.some((id) => page.at(id).exists) },
  { refusal: 'sign_in', test: ({ html, isPage }) => !isPage && html.includes(SIGN_IN_TYPE) },
];

/** The page type in the site's own measuring script. Present in every version of the form. */
const SIGN_IN_TYPE = 'ue_pty = "AuthenticationPortal"';

const SIGN_IN_IDS = ['authportal-main-section', 'ap_login_form', 'ap_email', 'ap_email_login', 'cvf-page-content'];

/** The image and the links of the marketplace's own error pages, the same in all languages. */
const FAILURE_SIGNS = 'a[href*="cs_503_"], a[href*="cs_500_"], img[src*="500-title"], img[src*="500_503"]';
const NOT_FOUND_SIGNS = 'a[href*="cs_404_"], img[src*="title._TTD_"], img[src*="/error/404"]';
const SERVER_ERROR = /^\W*(?:error\W+)?50\d\b/i;
const NOT_FOUND = /^\W*(?:error\W+)?404\b/i;
const FORBIDDEN = /^\W*(?:error\W+)?403\b|^access denied\b|request could not be satisfied/i;
const TOO_MANY = /^\W*(?:error\W+)?429\b/i;
const CHALLENGE_SCRIPT = /\.awswaf\.com\/|window\.gokuProps\b/;
/** In a comment that every error page of the marketplace has. */
const CONTACT = 'api-services-support@amazon';

/** Signs and words of HTML that is not the requested page. The first matching row decides. */
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
  { refusal: 'limited', test: (fetched) => headings(fetched).some((text) => TOO_MANY.test(text)) },
  { refusal: 'not_found', test: ({ status }) => status === 404 || status === 410 },
  { refusal: 'blocked', test: ({ status }) => status === 403 },
  { refusal: 'limited', test: ({ status }) => status === 429 },
  { refusal: 'unavailable', test: (fetched) => isServerError(fetched) },
  { refusal: 'unavailable', test: (fetched) => says(fetched, ({ refusals }) => refusals.failure) },
  // An error page that matches no other row is a robot check.
  { refusal: 'robot_check', test: ({ html }) => hasContactComment(html) },
];

function hasContactComment(html: string): boolean {
  const [, ...comments] = html.split('<!--');
  return comments.some((comment) => comment.split('-->', 1)[0]?.includes(CONTACT));
}

/** Returns what a response is instead of a page; `undefined` for a page. */
export function refusalOf(fetched: RefusalSigns): Refusal | undefined {
  const form = FORMS.find(({ test }) => test(fetched));
  if (form !== undefined) return form.refusal;
  if (fetched.isPage) return undefined;
  if (isShort(fetched)) return SIGNS.find(({ test }) => test(fetched))?.refusal;
  // Long HTML can be an error inside the site's header and footer: only the status and the links count there.
  const isNotFound = fetched.status === 404 || fetched.html.includes('ref=cs_404_');
  return isNotFound ? 'not_found' : undefined;
}

/** Whether a URL is a marketplace's sign-in page, or its page for verifying an account. */
export function isSignInUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { pathname, hostname } = new URL(url);
  return /^\/ap\/(?:signin|cvf|mfa|challenge)/.test(pathname) && marketplaceOfHost(hostname) !== undefined;
}

/** Whether a URL is one that a marketplace redirects to instead of returning a page: to sign in, or to solve a captcha. */
export function isRefusalUrl(url: string): boolean {
  if (isSignInUrl(url)) return true;
  if (!URL.canParse(url)) return false;
  const { pathname, hostname } = new URL(url);
  return pathname.startsWith('/errors/') && marketplaceOfHost(hostname) !== undefined;
}

const isShort = ({ html }: RefusalSigns): boolean => html.length < SHORT;

const isServerError = ({ status }: RefusalSigns): boolean => status !== undefined && status >= 500;

const titleOf = ({ page }: RefusalSigns): string => page.first('title').text() ?? '';

/** Returns the title, the headings (also the old `.h1` ones) and the alternative texts of images. */
const headings = ({ page }: RefusalSigns): string[] => page.once(readHeadings);

const readHeadings = (page: Page): string[] => [
  page.first('title').text() ?? '',
  ...page.texts('h1, h2, h3, h4, :has(> .h1)'),
  ...page.attrs('alt', 'img'),
];

/** Tries all languages, because error pages rarely declare theirs. */
function says(fetched: RefusalSigns, phrases: (words: Words) => readonly string[]): boolean {
  const texts = headings(fetched);
  return Object.values(wordsByLanguage).some((words) => texts.some((text) => mentions(text, phrases(words))));
}

const isNotFoundByWords = (fetched: RefusalSigns): boolean =>
  headings(fetched).some((text) => NOT_FOUND.test(text)) || says(fetched, ({ refusals }) => refusals.notFound);
