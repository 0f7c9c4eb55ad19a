/** Headers of the responses. */

/** Headers of every response: browsers must not run, frame or cache it. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Headers of the HTML pages: own styles and forms are allowed, scripts are not. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...API_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The origin protects forms from other sites, and browsers omit it without a referrer.
  'referrer-policy': 'same-origin',
};
