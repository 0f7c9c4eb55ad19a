/** Headers of every answer. */

/** An answer is no document: nothing in it may run, be framed, or be kept. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A page has its own styles and forms, and no script at all. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...API_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Forms are told from those of other sites by the origin, which a browser leaves out without a referrer.
  'referrer-policy': 'same-origin',
};
