/** The errors that say something about every call, not only about the one that failed. */
import { AuthenticationError, BadRequestError, MarketplaceError, QuotaExceededError } from './errors.ts';

/** Whether every other call would fail the same way: no credits are left, the budget is used up, the key or a setting is wrong. */
export const stopsAllCalls = (error: unknown): boolean => error instanceof QuotaExceededError || isWrongSetting(error);

/** Whether the key or a setting is wrong, which waiting does not cure. */
export const isWrongSetting = (error: unknown): boolean =>
  error instanceof AuthenticationError ||
  (error instanceof MarketplaceError && error.code === 'INVALID_CONFIGURATION' && !isNoFixture(error));

/** A page that is not a fixture says nothing about the next one. */
const isNoFixture = (error: MarketplaceError): boolean =>
  error instanceof BadRequestError && error.parameter === 'fixtures';
