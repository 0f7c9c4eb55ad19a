/** The gate of wrong keys: valid ones from the same IP address are never refused. */
import { subscriberOf } from '../../http/ip-address.ts';
import type { RequestGate } from '../context.ts';
import type { ServiceSettings } from '../options.ts';
import { RateWindows } from '../rate-windows.ts';
import { tooMany } from './limit.ts';

/** Limits wrong keys per minute and IP address (`wrongKeysPerMinute`). An IPv6 address counts as its /64 network. */
export function wrongKeys({ wrongKeysPerMinute: most }: ServiceSettings): RequestGate {
  const windows = new RateWindows(most);
  return async ({ var: { facts } }, next) => {
    const { hasWrongKey, address } = facts.request;
    const counted = hasWrongKey && address !== undefined ? windows.add(subscriberOf(address)) : undefined;
    if (counted !== undefined && counted.excess > 0) {
      const message = `too many wrong API keys from this IP address: expected at most ${most} per minute. Fix the key. Requests with a valid key are not refused.`;
      throw tooMany('wrong_keys', message, counted);
    }
    await next();
  };
}
