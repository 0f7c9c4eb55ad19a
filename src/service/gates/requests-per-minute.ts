/** The gate of requests per minute, of an API key or of an IP address. */
import type { RequestGate } from '../context.ts';
import type { ServiceSettings } from '../options.ts';
import { RateWindows } from '../rate-windows.ts';
import { tooMany } from './limit.ts';

/** Limits requests per minute of a key (`keyRequestsPerMinute`), and of an IP address without a valid one (`addressRequestsPerMinute`). */
export function requestsPerMinute({ keyRequestsPerMinute, addressRequestsPerMinute }: ServiceSettings): RequestGate {
  const windows = {
    key: new RateWindows(keyRequestsPerMinute),
    address: new RateWindows(addressRequestsPerMinute),
    // Callers cannot use up the sign-in of an operator whose address they share.
    dashboard: new RateWindows(addressRequestsPerMinute),
  };
  return async ({ var: { facts } }, next) => {
    const { counted } = facts.request;
    const count = counted === undefined ? undefined : windows[counted.as].add(counted.id);
    if (count === undefined || count.excess === 0) return await next();
    if (counted?.as === 'key') {
      const message = `too many requests of this API key: expected at most ${keyRequestsPerMinute} per minute. Wait, or ask the operator for a higher limit (keyRequestsPerMinute).`;
      throw tooMany('key_requests_per_minute', message, count);
    }
    const message = `too many requests without a valid API key from this IP address: expected at most ${addressRequestsPerMinute} per minute. Wait, or send x-api-key (addressRequestsPerMinute).`;
    throw tooMany('address_requests_per_minute', message, count);
  };
}
