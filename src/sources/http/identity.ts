/** The default identity of requests: a desktop browser. Everything that ages is in this file. */

/** The day on which {@link CHROME} was the current version. A release prints a warning when it is two years ago. */
export const IDENTITY_DATE = '2026-11-23';

const CHROME = '158';

/** Hints that describe the same browser as `user-agent`. Name and order of the made-up brand change with each version. */
const HINTS = {
  'sec-ch-ua': `"Chromium";v="${CHROME}", "Not.A/Brand";v="24", "Google Chrome";v="${CHROME}"`,
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
};

const USER_AGENT = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${CHROME}.0.0.0 Safari/537.36`;

/** Headers that desktop Chrome sends when a person opens a page, in Chrome's order. Signed exchanges are left out: the parser cannot read them. */
export const NAVIGATION: Readonly<Record<string, string>> = {
  ...HINTS,
  'upgrade-insecure-requests': '1',
  'user-agent': USER_AGENT,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
};

/** Headers that the same browser sends for requests by a page's script. */
export const SCRIPT: Readonly<Record<string, string>> = {
  ...HINTS,
  'user-agent': USER_AGENT,
  accept: 'text/html,*/*',
  'x-requested-with': 'XMLHttpRequest',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
};
