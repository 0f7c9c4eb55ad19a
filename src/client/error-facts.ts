/** The facts that both backends add to the error of a call: its request id, its usage, and the failure before it. */
import type { Usage } from '../contract/envelope.ts';
import { MarketplaceError } from '../contract/errors.ts';

/** Errors that got their facts from a call, and not from a service. */
const completed = new WeakSet<MarketplaceError>();

/** A ledger that does not respond must not hold back the error of a call [milliseconds]. */
const LONGEST_LEDGER_MS = 1_000;
/** The same for a call that has used its time, or that its caller has ended. */
const LONGEST_AFTER_END_MS = 50;

/**
 * Adds the request id and the usage to an error that lacks them.
 *
 * @param hasEnded Whether the call has no time left.
 * @param usageOf Returns the usage of a call that was not charged. Its own failure is ignored: the error of the call is the one to report.
 */
export async function addFacts(
  error: MarketplaceError,
  requestId: string,
  usageOf: (() => Promise<Usage>) | undefined,
  hasEnded: boolean,
): Promise<void> {
  // A page source can throw the same error in several calls.
  const isOfOtherCall = completed.has(error);
  completed.add(error);
  if (error.requestId === undefined || isOfOtherCall) setMember(error, 'requestId', requestId);
  if (usageOf === undefined || (error.usage !== undefined && !isOfOtherCall)) return;
  const usage = await within(hasEnded ? LONGEST_AFTER_END_MS : LONGEST_LEDGER_MS, usageOf()).catch(() => undefined);
  if (usage !== undefined) setMember(error, 'usage', usage);
}

async function within<T>(ms: number, value: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([value, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Adds the failure before an error that says another thing: a used-up budget hides the robot check that made the call try again. */
export function addCause(error: unknown, before: MarketplaceError | undefined): void {
  if (
    error instanceof MarketplaceError &&
    error.cause === undefined &&
    before !== undefined &&
    before.code !== error.code
  )
    setMember(error, 'cause', before);
}

/** Sets a read-only member. An error that a page source has frozen stays as it is. */
function setMember(error: MarketplaceError, name: 'requestId' | 'usage' | 'cause', value: unknown): void {
  Reflect.defineProperty(error, name, { value, enumerable: name !== 'cause', configurable: true });
}
