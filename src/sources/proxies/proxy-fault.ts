/** The failure of a proxy. */
import type { EventDetails } from '../../client/events.ts';

/** Why a proxy cannot be used. */
export type ProxyReason = NonNullable<EventDetails['proxy']['reason']>;

/** The failure of a proxy before a request reached the site. It contains no credentials. */
export class ProxyFault extends Error {
  readonly reason: ProxyReason;
  /** The code of the failure, or the status of the proxy. */
  readonly detail: string;

  constructor(reason: ProxyReason, detail: string) {
    super(`the proxy failed: ${reason} (${detail})`);
    this.reason = reason;
    this.detail = detail;
  }
}
