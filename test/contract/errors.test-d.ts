import { describe, expectTypeOf, it } from 'vitest';
import { type AnyErrorCode, type ErrorCode, MarketplaceError } from '../../src/entries/index.ts';
import type { AnyErrorCode as FromParse } from '../../src/entries/parse.ts';
import type { AnyErrorCode as FromRemote } from '../../src/entries/remote.ts';

describe('the code of an error', () => {
  it("is a code of the table, or a service's own", () => {
    expectTypeOf<MarketplaceError['code']>().toEqualTypeOf<AnyErrorCode>();
    expectTypeOf<ErrorCode>().toExtend<AnyErrorCode>();
    expectTypeOf<'CODE_OF_A_SERVICE'>().toExtend<AnyErrorCode>();
    expectTypeOf<AnyErrorCode>().toExtend<string>();
    expectTypeOf<FromParse>().toEqualTypeOf<AnyErrorCode>();
    expectTypeOf<FromRemote>().toEqualTypeOf<AnyErrorCode>();
    new MarketplaceError('x', { code: 'CODE_OF_A_SERVICE' });
    // @ts-expect-error a code is a string
    new MarketplaceError('x', { code: 404 });
  });

  it('keeps the known codes, so that editors suggest them', () => {
    // A plain `string | ErrorCode` collapses to `string`.
    expectTypeOf<Extract<AnyErrorCode, 'TIMEOUT'>>().toEqualTypeOf<'TIMEOUT'>();
    expectTypeOf<AnyErrorCode>().not.toEqualTypeOf<string>();
  });
});
