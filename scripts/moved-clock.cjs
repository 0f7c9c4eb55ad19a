/**
 * Moves `Date` by `MOVED_CLOCK_MS` milliseconds, in a process and in all processes and threads that it starts: `NODE_OPTIONS='--require FILE'`.
 * Timers, the monotonic clock, the times of files and other programs stay as they are.
 */
const by = Number(process.env.MOVED_CLOCK_MS);
const { now } = Date;

Date.now = () => now() + by;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, type) => Reflect.construct(target, given.length === 0 ? [Date.now()] : given, type),
  apply: () => new Date().toString(),
});
Date.prototype.constructor = globalThis.Date;
