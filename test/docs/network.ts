/**
 * Prepares a process that runs code of the documentation: `buybox` resolves to the source, the network is the fixture marketplace, and the clock
 * starts at the time of the fixtures.
 */
import { setupServer } from 'msw/node';
import { apiHandlers, FIXTURE_TIME, pageHandlers } from '../../src/testing.ts';
import { loopback } from '../offline/sources.ts';

/** Starts the fixture network. */
export function startNetwork(): void {
  setupServer(
    ...pageHandlers(),
    ...apiHandlers({ baseUrl: 'https://api.example.com', apiKey: 'my-key' }),
    loopback,
  ).listen({ onUnhandledFrame: 'error' });
}

/** Sets the clock to the time of the fixtures; it runs from there. */
export function startClock(): void {
  const shift = FIXTURE_TIME - Date.now();
  const Clock = Date;
  const now = () => Clock.now() + shift;
  globalThis.Date = new Proxy(Clock, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new Clock(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
