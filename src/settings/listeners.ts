/** Calls functions of the user that only listen: their errors never affect a call. */
import { inspect } from 'node:util';

const warned = new WeakSet<object>();

/**
 * Passes a value to a listener. If the listener throws, or returns a promise that rejects, a warning of the process reports its first error.
 *
 * @param option Name of the listener's option, for the warning.
 * @param occasion When it failed, for the warning: ` for the event "request"`.
 */
export function notify<Value>(option: string, listener: (value: Value) => unknown, value: Value, occasion = ''): void {
  const warn = (error: unknown) => warnOnce(option, listener, occasion, error);
  try {
    const returned = listener(value);
    // An async listener returns a promise, although the type does not say so.
    if (returned instanceof Promise) returned.catch(warn);
  } catch (error) {
    warn(error);
  }
}

function warnOnce(option: string, listener: object, occasion: string, error: unknown): void {
  if (warned.has(listener)) return;
  warned.add(listener);
  process.emitWarning(`${option}: the listener failed${occasion}. Further errors of it are ignored.`, {
    type: 'BuyboxWarning',
    code: 'BUYBOX_LISTENER',
    detail: (error instanceof Error ? error.stack : undefined) ?? (typeof error === 'string' ? error : inspect(error)),
  });
}
