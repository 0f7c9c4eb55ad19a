/**
 * The differences between runtimes: Node and those like it have a `process` and modules of their own; browsers and edge runtimes have neither. Each
 * shows warnings in its own way.
 */
import { shown } from '../contract/shown.ts';

/** The global `process`. `undefined` in browsers; in edge runtimes it can lack any member. */
export const nodeProcess: Partial<NodeJS.Process> | undefined = (globalThis as { process?: Partial<NodeJS.Process> })
  .process;

/** Whether this is a page or a worker of a browser: it shows its code, and the secrets in it, to everybody. */
export function isBrowser(): boolean {
  const scope = globalThis as { document?: unknown; importScripts?: unknown };
  return nodeProcess?.versions?.node === undefined && (scope.document ?? scope.importScripts) !== undefined;
}

/** Returns a random UUID. Pages without TLS have no `crypto.randomUUID`. */
export function randomId(): string {
  if (crypto.randomUUID !== undefined) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Lets the process end although the timer still runs. Timers of browsers are numbers, and keep nothing alive. */
export function inBackground(timer: ReturnType<typeof setInterval>): ReturnType<typeof setInterval> {
  (timer as Partial<typeof timer>).unref?.();
  return timer;
}

/** Warnings of the process: they are shown on standard error, and `process.on('warning', ...)` receives them. Browsers show them on their console. */
export function warn(code: `BUYBOX_${string}`, message: string, detail?: string): void {
  if (nodeProcess?.emitWarning === undefined)
    console.warn(`(${code}) ${message}`, ...(detail === undefined ? [] : [detail]));
  else nodeProcess.emitWarning(message, { type: 'BuyboxWarning', code, ...(detail === undefined ? {} : { detail }) });
}

const warned = new WeakSet<object>();

/**
 * Passes a value to a function of the user that only listens: its errors never affect a call. If the listener throws, or returns a promise that rejects, a warning of the process reports its first error.
 *
 * @param occasion When it failed, for the warning: ` for the event "request"`.
 */
export function notify<Value>(option: string, listener: (value: Value) => unknown, value: Value, occasion = ''): void {
  const report = (error: unknown) => {
    if (warned.has(listener)) return;
    warned.add(listener);
    const own = error instanceof Error ? error.stack : undefined;
    const detail = own ?? (typeof error === 'string' ? error : text(error));
    warn('BUYBOX_LISTENER', `${option}: the listener failed${occasion}. Further errors of it are ignored.`, detail);
  };
  try {
    const returned = listener(value);
    // An async listener returns a promise, although the type does not say so.
    if (returned instanceof Promise) returned.catch(report);
  } catch (error) {
    report(error);
  }
}

const text = (thrown: unknown): string => nodeProcess?.getBuiltinModule?.('node:util').inspect(thrown) ?? shown(thrown);

/**
 * Returns the time since the machine started [milliseconds]. It is the same in all processes and containers of a machine. Browsers and edge runtimes,
 * which cannot share a ledger between processes, return the time since the program started.
 */
export function monotonicMs(): number {
  const { hrtime } = nodeProcess ?? {};
  return hrtime?.bigint === undefined ? Math.floor(performance.now()) : Number(hrtime.bigint() / 1_000_000n);
}
