/** The differences between runtimes: Node and those like it have a `process` and modules of their own; browsers and edge runtimes have neither. */

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
