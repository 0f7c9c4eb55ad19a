/** The limits of requests, which refuse them with 429 `RATE_LIMITED`. */
import type { Ending, LimitName } from '../facts.ts';
import { Refused, refusal } from '../failure.ts';
import type { Counted } from '../rate-windows.ts';

/** Paths without a limit per IP address: a load balancer takes a service out of use that refuses its checks, and a refusal is as much work as the response. */
export const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

/** Returns the error of a request beyond a limit. */
export function tooMany(limit: LimitName, message: string, { excess, endsInMs }: Counted): Refused {
  const refusedBy: Ending['refusedBy'] = { limit, refusals: excess };
  return new Refused({ ...refusal(429, 'RATE_LIMITED', message), retryAfterMs: endsInMs }, { refusedBy });
}
