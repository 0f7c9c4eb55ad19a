import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readErrorBody } from '../../src/contract/error-body.ts';
import { MarketplaceError } from '../../src/contract/errors.ts';
import { UsageSchema } from '../../src/contract/schemas/index.ts';
import { failureOf } from '../../src/remote/response.ts';
import { hostileText } from '../hostile-texts.ts';
import { runsOf } from '../runs.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const NAMES = [
  'error',
  'errors',
  'code',
  'message',
  'detail',
  'details',
  'title',
  'parameter',
  'meta',
  'usage',
  'request_id',
  'requests_consumed',
  'requests_remaining',
  '__proto__',
  'toString',
];
const LEAF = fc.oneof(hostileText, fc.double(), fc.integer(), fc.constantFrom(null, true, undefined, Number.MAX_VALUE));

/** Bodies with the members that the reader looks for, in any place and of any type. */
const { body } = fc.letrec((tie) => ({
  body: fc.oneof(
    { maxDepth: 5 },
    LEAF,
    fc.array(tie('body'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('body'), { maxKeys: 6 }),
  ),
}));

describe('the body of a failed response', () => {
  it('of any shape gives facts of the right types, and a typed error', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(body, fc.integer({ min: 100, max: 999 }), hostileText, (json, status, header) => {
        const facts = readErrorBody(json);
        for (const fact of [facts.code, facts.message, facts.parameter, facts.requestId])
          expect(typeof (fact ?? '')).toBe('string');
        expect(readErrorBody(json)).toEqual(facts);
        const error = failureOf({ status, headers: { 'retry-after': header } }, { ...facts, message: 'failed' }, NOW);
        expect(error).toBeInstanceOf(MarketplaceError);
        expect(error.retryAfterMs ?? 0).toBeGreaterThanOrEqual(0);
        expect(Number.isSafeInteger(error.retryAfterMs ?? 0)).toBe(true);
        const { requests_consumed = 0, requests_remaining = 0 } = facts.usage ?? {};
        for (const count of [requests_consumed, requests_remaining])
          expect(Number.isFinite(count) && count >= 0).toBe(true);
      }),
      runsOf(1000),
    );
  });

  it.each([
    [{ error: 'NATIVE_LANGUAGE_NOT_SUPPORTED' }, 'NATIVE_LANGUAGE_NOT_SUPPORTED'],
    [{ error: 'RATE_LIMITED', message: 'too fast' }, 'RATE_LIMITED'],
    [{ error: 'UNAUTHORIZED KEY' }, undefined],
    [{ error: 'not_found' }, undefined],
    [{ error: 'Invalid key' }, undefined],
    [{ error: 'RATE_LIMITED', code: 'QUOTA_EXCEEDED' }, 'QUOTA_EXCEEDED'],
  ])('has the code that is there instead of the message: %j', (json, code) => {
    expect(readErrorBody(json).code).toBe(code);
    expect(readErrorBody(json).message).toBe('message' in json ? 'too fast' : json.error);
  });

  it('has the credits that the schema accepts, without other members', () => {
    const count = fc.oneof(fc.nat(), LEAF, fc.constantFrom(-1, -0, 1.5, 2 ** 53, 2 ** 53 - 1, Number.NaN, '1', null));
    const usage = fc.record(
      { requests_consumed: count, requests_remaining: count, extra: count },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(usage, (given) => {
        expect(readErrorBody({ meta: { usage: given } }).usage).toEqual(UsageSchema.safeParse(given).data);
      }),
      runsOf(1000),
    );
    expect(readErrorBody({ meta: { usage: { requests_consumed: 0, requests_remaining: 9, extra: 1 } } }).usage).toEqual(
      { requests_consumed: 0, requests_remaining: 9 },
    );
  });
});
