/** One table of statuses, bodies and headers: `parsePage` and the local backend return the same result for each. */
import { describe, expect, it } from 'vitest';
import { createMarketplace, MarketplaceError } from '../../src/entries/index.ts';
import { type PageContext, parsePage } from '../../src/entries/parse.ts';
import { ASIN, CAPTCHA_PAGE, FAILURE_PAGE, NOT_FOUND_PAGE, productPage, sourceOf } from './pages.ts';

const BODIES = {
  product: productPage(),
  captcha: CAPTCHA_PAGE,
  'service error': FAILURE_PAGE,
  'not found': NOT_FOUND_PAGE,
  'sign-in': '<html><body><div id="authportal-main-section"><form name="signIn"></form></div></body></html>',
  'short text': '<p>hello</p>',
  'medium text': `<p>${'hello '.repeat(1_000)}</p>`,
  'long text': `<p>${'hello '.repeat(10_000)}</p>`,
  empty: ' \n',
};
type Body = keyof typeof BODIES;

const FOUND = 'found';
const NOT_FOUND = 'not found';
const BLOCKED = 'BlockedError BLOCKED 503 retryable';
const CAPTCHA = 'BlockedError CAPTCHA 503 retryable';
const ROBOT_CHECK = 'BlockedError ROBOT_CHECK 503 retryable';
const UNAVAILABLE = 'UnavailableError UNAVAILABLE 503 retryable';
const SIGN_IN = 'UnavailableError SIGN_IN_REQUIRED 503 final';
const UNREADABLE = 'ParseError PARSER_ERROR 500 final';

const STATUSES = [200, 202, 400, 401, 403, 404, 410, 429, 500, 503] as const;

/** The result of each body, for the statuses above in their order. */
const TABLE: Readonly<Record<Body, readonly string[]>> = {
  product: STATUSES.map(() => FOUND),
  captcha: STATUSES.map(() => CAPTCHA),
  'service error': STATUSES.map(() => UNAVAILABLE),
  'not found': [
    ...[NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND],
    ...[UNAVAILABLE, UNAVAILABLE],
  ],
  'sign-in': STATUSES.map(() => SIGN_IN),
  'short text': [
    ...[BLOCKED, ROBOT_CHECK, UNREADABLE, BLOCKED, BLOCKED, NOT_FOUND, NOT_FOUND, UNAVAILABLE],
    ...[UNAVAILABLE, UNAVAILABLE],
  ],
  'medium text': [
    ...[UNREADABLE, UNREADABLE, UNREADABLE, BLOCKED, BLOCKED, NOT_FOUND, NOT_FOUND, UNAVAILABLE],
    ...[UNAVAILABLE, UNAVAILABLE],
  ],
  'long text': [
    ...[UNREADABLE, UNREADABLE, UNREADABLE, BLOCKED, BLOCKED, NOT_FOUND, UNREADABLE, UNAVAILABLE],
    ...[UNAVAILABLE, UNAVAILABLE],
  ],
  empty: [
    ...[BLOCKED, ROBOT_CHECK, UNREADABLE, BLOCKED, BLOCKED, NOT_FOUND, NOT_FOUND, UNAVAILABLE],
    ...[UNAVAILABLE, UNAVAILABLE],
  ],
};

const ROWS = (Object.keys(BODIES) as Body[]).flatMap((body) =>
  STATUSES.map((status, index) => ({ body, status, expected: String(TABLE[body][index]) })),
);

const url = `https://www.amazon.com/dp/${ASIN}`;
const now = () => Date.parse('2026-11-20T12:00:00Z');

interface Result {
  result: string;
  message?: string;
  retryAfterMs?: number | undefined;
}

function resultOf(error: unknown): Result {
  if (!(error instanceof MarketplaceError)) throw error;
  const { name, code, status, retryable, message, retryAfterMs } = error;
  return { result: `${name} ${code} ${status} ${retryable ? 'retryable' : 'final'}`, message, retryAfterMs };
}

function parsed(html: string, context: PageContext): Result {
  try {
    return { result: parsePage(html, context).found ? FOUND : NOT_FOUND };
  } catch (error) {
    return resultOf(error);
  }
}

async function fetched(body: string, status: number, headers: Record<string, string>, at = url): Promise<Result> {
  const pages = sourceOf({ body, status, headers, url: at });
  await using marketplace = createMarketplace({ pages, retries: 0, now });
  try {
    return { result: (await marketplace.product({ asin: ASIN })).found ? FOUND : NOT_FOUND };
  } catch (error) {
    return resultOf(error);
  }
}

describe('the result of a response', () => {
  it.each(ROWS)('with the body "$body" and status $status is $expected', async ({ body, status, expected }) => {
    const fromHtml = parsed(BODIES[body], { url, status });
    expect(fromHtml).toMatchObject({ result: expected });
    // A 429 always has a time to wait.
    const isLimited = status === 429 && expected === UNAVAILABLE && body !== 'service error';
    expect(fromHtml.retryAfterMs).toBe(isLimited ? 2_000 : undefined);
    expect(await fetched(BODIES[body], status, {})).toEqual(fromHtml);
  });

  it.each(ROWS)(
    'has the wait of Retry-After if it can be retried: "$body", $status',
    async ({ body, status, expected }) => {
      const fromHtml = parsed(BODIES[body], { url, status, retryAfterMs: 7_000 });
      expect(fromHtml.retryAfterMs).toBe(expected.endsWith('retryable') ? 7_000 : undefined);
      const header = status % 2 === 0 ? '7' : 'Fri, 20 Nov 2026 12:00:07 GMT';
      expect(await fetched(BODIES[body], status, { 'retry-after': header })).toEqual(fromHtml);
    },
  );

  it('without a status depends on the HTML alone', () => {
    expect(parsed(BODIES['short text'], { url }).result).toBe(UNREADABLE);
    expect(parsed('', { url }).result).toBe(UNREADABLE);
    expect(parsed(CAPTCHA_PAGE, { url }).result).toBe(CAPTCHA);
  });

  it('is SIGN_IN_REQUIRED after a redirect to the sign-in page', async () => {
    const signIn = 'https://www.amazon.com/ap/signin?openid.return_to=x';
    const fromHtml = parsed(BODIES['medium text'], { url: signIn, status: 200 });
    expect(fromHtml.result).toBe(SIGN_IN);
    expect(await fetched(BODIES['medium text'], 200, {}, signIn)).toEqual(fromHtml);
  });
});
