/** Calls functions of the user that only listen: their errors never affect a call. */
import { shown } from '../contract/shown.ts';
import { nodeProcess } from './runtime.ts';
import { warn } from './warning.ts';

const warned = new WeakSet<object>();

/**
 * Passes a value to a listener. If the listener throws, or returns a promise that rejects, a warning of the process reports its first error.
 *
 * @param option Name of the listener's option, for the warning.
 * @param occasion When it failed, for the warning: ` for the event "request"`.
 */
export function notify<Value>(option: string, listener: (value: Value) => unknown, value: Value, occasion = ''): void {
  const report = (error: unknown) => warnOnce(option, listener, occasion, error);
  try {
    const returned = listener(value);
    // An async listener returns a promise, although the type does not say so.
    if (returned instanceof Promise) returned.catch(report);
  } catch (error) {
    report(error);
  }
}

function warnOnce(option: string, listener: object, occasion: string, error: unknown): void {
  if (warned.has(listener)) return;
  warned.add(listener);
  const detail =
    (error instanceof Error ? error.stack : undefined) ?? (typeof error === 'string' ? error : text(error));
  warn('BUYBOX_LISTENER', `${option}: the listener failed${occasion}. Further errors of it are ignored.`, detail);
}

function text(thrown: unknown): string {
  return nodeProcess?.getBuiltinModule?.('node:util').inspect(thrown) ?? shown(thrown);
}
