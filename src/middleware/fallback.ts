/** Middleware that asks another marketplace. */
import { addCause } from '../client/error-facts.ts';
import type { MarketplaceCall, Middleware } from '../client/middleware.ts';
import { BlockedError, MarketplaceError, ParseError, UnavailableError } from '../contract/errors.ts';
import { type AnyMarketplace, callOf } from '../contract/marketplace.ts';
import { functionFor, marketplaceIn } from '../options/checks.ts';
import { type OptionTable, readOptions } from '../options/table.ts';

/** Options of {@link fallback}. */
export interface FallbackOptions {
  /** Whether an error is a reason to ask the other marketplace. @default for `BlockedError`, `UnavailableError` and `ParseError` */
  when?: ((error: MarketplaceError, call: MarketplaceCall) => boolean) | undefined;
}

const OPTIONS: OptionTable<FallbackOptions> = { when: { check: functionFor<NonNullable<FallbackOptions['when']>>() } };

/**
 * Makes a call that fails again with another marketplace, whose result or error is the outcome. The error's `cause` is the first failure, if it has another
 * code. You close the other marketplace.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 * @example withMiddleware(createLocalMarketplace(), fallback(createRemoteMarketplace()))
 */
export function fallback(other: AnyMarketplace, options: FallbackOptions = {}): Middleware {
  const { when = isOfPage } = readOptions('fallback', OPTIONS, options);
  const call = callOf(marketplaceIn({ name: 'other', value: other }));
  return async (first, next) => {
    try {
      return await next();
    } catch (error) {
      if (!(error instanceof MarketplaceError) || first.options.signal?.aborted || !when(error, first)) throw error;
      return call(first.endpoint, first.params as never, first.options, first.onResponse).catch((last: unknown) => {
        addCause(last, error);
        throw last;
      });
    }
  };
}

function isOfPage(error: MarketplaceError): boolean {
  return error instanceof BlockedError || error instanceof UnavailableError || error instanceof ParseError;
}
