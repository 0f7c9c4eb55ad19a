/** The table of error codes: everything else that describes an error is derived from it. Programs that show no texts contain only `error-kinds.ts`. */
import { ERROR_KINDS, type ErrorCode, type ErrorKind } from './error-kinds.ts';

interface ErrorTexts {
  /** The event, in one sentence. */
  readonly summary: string;
  /** The advice. */
  readonly cure: string;
}

/** A row of {@link ERROR_CODES}. */
export interface ErrorCodeInfo extends ErrorKind, ErrorTexts {}

const SLOWER = 'Wait, make fewer calls, or use another proxy.';

const TEXTS: Readonly<Record<ErrorCode, ErrorTexts>> = {
  INVALID_PARAMETER: {
    summary: 'A parameter is missing, unknown or invalid.',
    cure: 'Fix the parameter that the message names.',
  },
  NATIVE_LANGUAGE_NOT_SUPPORTED: {
    summary: 'The marketplace does not support `language: "native"`.',
    cure: 'Use "en", or one of the marketplaces that the message lists.',
  },
  UNSUPPORTED_URL: {
    summary: 'The URL is not a page that can be read.',
    cure: 'Check URLs with `detectPageType` before the call.',
  },
  ROBOTS_DISALLOWED: {
    summary: "The site's robots.txt disallows the URL, and the option `robots` is `obey`.",
    cure: 'Do not read this page, or ask the site for permission.',
  },
  INVALID_CONFIGURATION: {
    summary: 'A setting is missing or invalid.',
    cure: 'Fix the option or the environment variable that the message names.',
  },
  UNAUTHORIZED: {
    summary: 'The API key is missing, wrong or revoked.',
    cure: 'Check the API key and the URL of the service.',
  },
  RATE_LIMITED: {
    summary: 'Too many calls at the same time, or too many in a short time.',
    cure: 'Wait, or make fewer calls at once.',
  },
  QUOTA_EXCEEDED: { summary: 'No credits are left.', cure: 'Add a pack of credits.' },
  BUDGET_EXCEEDED: {
    summary: 'The budget of the program is used up.',
    cure: 'Wait until the period of the budget ends, or raise the budget.',
  },
  INTERNAL: {
    summary: 'The service or the library failed unexpectedly.',
    cure: "Check the error's `cause`. For a failure of a service, send `requestId` to its operator.",
  },
  PARSER_ERROR: { summary: 'The HTML is not a page of the expected type.', cure: 'Record the page and look at it.' },
  PARSE_TIMEOUT: {
    summary: 'Reading the page took longer than `parseTimeoutMs`.',
    cure: 'Record the page and look at it. On a slow machine, set a longer `parseTimeoutMs`.',
  },
  TRANSPORT_ERROR: {
    summary: 'The connection failed: no complete response arrived.',
    cure: 'Check the connection and the URL of the proxy or the service.',
  },
  TIMEOUT: {
    summary: 'The call timed out.',
    cure: 'Allow more time, or make fewer calls at once. The message says how long the call worked and waited.',
  },
  JOB_STALLED: {
    summary: 'Workers of a queue died again and again while they worked on the job.',
    cure: "Look at the logs of the workers: memory, time limits, the job's page. Then retry the job.",
  },
  DELIVERY_FAILED: {
    summary: 'The handler or the sink of a worker did not take the result of a job.',
    cure: 'Fix the handler or the receiver, then retry the job. A result that was charged is not charged again.',
  },
  UNAVAILABLE: { summary: 'The marketplace or the service cannot serve the page now.', cure: 'Try again later.' },
  WRONG_MARKETPLACE: {
    summary: 'The site redirected the request to another marketplace.',
    cure: "Use a proxy in the marketplace's country.",
  },
  WRONG_PAGE: {
    summary: 'The site returned a page for another seller, keyword, browse node or product.',
    cure: 'Try again later, or use another session or proxy.',
  },
  SIGN_IN_REQUIRED: {
    summary: 'The marketplace shows this page only to signed-in shoppers.',
    cure: 'Do not repeat the call. Use the data of the product page instead.',
  },
  BLOCKED: { summary: 'The marketplace refused the request.', cure: SLOWER },
  CAPTCHA: { summary: 'The marketplace returned a captcha instead of the page.', cure: SLOWER },
  INTERSTITIAL: { summary: 'The marketplace returned its "continue shopping" page instead of the page.', cure: SLOWER },
  PROOF_OF_WORK: { summary: 'A guard of the site asked for a proof of work.', cure: SLOWER },
  ROBOT_CHECK: { summary: 'The marketplace returned a robot check instead of the page.', cure: SLOWER },
  NOT_FOUND: {
    summary: 'The service has nothing at this path.',
    cure: 'Check the URL of the service: it has no `/v1` at its end.',
  },
  METHOD_NOT_ALLOWED: {
    summary: 'The path exists, but does not support this HTTP method.',
    cure: 'Use the method that the `Allow` header names.',
  },
  REQUEST_TIMEOUT: { summary: 'The request did not arrive in time.', cure: 'Send it again.' },
  BODY_TOO_LARGE: { summary: 'The body of the request is too large.', cure: 'Send the URL of the page, not its HTML.' },
  HEADERS_TOO_LARGE: {
    summary: 'The headers or the URL of the request are too large.',
    cure: 'Send `x-api-key` and no cookies.',
  },
  CALLER_LEFT: {
    summary: 'The caller closed the connection before the response.',
    cure: "Make the caller's timeout longer than the service's.",
  },
};

/** The codes of the contract. A service can have further codes: they are passed through. */
export const ERROR_CODES: { readonly [Code in ErrorCode]: (typeof ERROR_KINDS)[Code] & ErrorTexts } =
  /* @__PURE__ */ described();

function described(): typeof ERROR_CODES {
  const rows = Object.entries(ERROR_KINDS).map(([code, kind]) => [code, { ...kind, ...TEXTS[code as ErrorCode] }]);
  return Object.fromEntries(rows);
}
