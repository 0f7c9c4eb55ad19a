/** Which proxy a session uses. Proxies that fail are taken out of rotation, and tried again later. */
import type { EventDetails } from '../../client/events.ts';
import { backoffMs } from '../../client/waits.ts';
import { TransportError } from '../../contract/errors.ts';
import { bareUrl, shownUrl } from '../../options/secrets.ts';
import type { ProxyFault, ProxyReason } from './proxy-fault.ts';

/** A proxy was taken out of rotation, or is used again. */
export type ProxyChange = EventDetails['proxy'];

/** A proxy of the rotation. */
export interface Member {
  readonly url: string;
  /** The last failure; `undefined` while the proxy works. */
  fault?: ProxyFault | undefined;
  /** Number of times that the proxy was taken out without working in between. */
  failures: number;
  /** When the proxy may be tried again, on the monotonic clock [milliseconds]. */
  outUntil: number;
  /** Whether a call tries the proxy after its time out of rotation. */
  isTried: boolean;
}

/** Milliseconds that a proxy is out of rotation at first. They double with each further failure. */
const FIRST_OUT_MS = 30_000;
const LONGEST_OUT_MS = 600_000;
/** Wrong credentials stay wrong until somebody changes them. */
const CREDENTIALS_OUT_MS = 3_600_000;
const MOST_NAMED = 5;

/** Returns a proxy that works as far as is known. */
export const memberOf = (url: string): Member => ({ url, failures: 0, outUntil: 0, isTried: false });

/** The proxies of a page source, used in turn. */
export class ProxyRotation {
  readonly #members: readonly Member[];
  #next = 0;

  constructor(urls: readonly string[]) {
    this.#members = urls.map(memberOf);
  }

  /** Returns the next proxy of the list, whether it works or not. */
  next(): Member {
    return this.#members[this.#next++ % this.#members.length] as Member;
  }

  isReady({ outUntil }: Member): boolean {
    return outUntil <= performance.now();
  }

  /**
   * Returns the proxy of a connection: `home` if it is ready, else another one that is. If none is ready, the one that comes back first is
   * tried once, unless all refused the credentials.
   *
   * @param tried The proxies that failed in this attempt.
   * @throws TransportError that names why no proxy can be used
   */
  take(home: Member, tried: ReadonlySet<Member>): Member {
    const start = this.#members.indexOf(home);
    const inTurn = this.#members.map((_, index) => this.#members[(start + index) % this.#members.length] as Member);
    const ready = inTurn.find((member) => !tried.has(member) && this.isReady(member));
    const taken = ready ?? (tried.size === 0 ? leastBad(this.#members) : undefined);
    if (taken === undefined) throw this.exhausted();
    if (ready !== undefined && ready.failures > 0) {
      // Other calls keep using the proxies that work until this one has tried.
      ready.isTried = true;
      ready.outUntil = performance.now() + outMs(ready);
    }
    return taken;
  }

  /** Takes a proxy out of rotation. Returns the change, unless the proxy is out already. */
  fail(member: Member, fault: ProxyFault): ProxyChange | undefined {
    const isNew = this.isReady(member) || member.isTried || member.fault?.reason !== fault.reason;
    member.fault = fault;
    if (!isNew) return undefined;
    member.isTried = false;
    member.failures++;
    const wait_ms = outMs(member);
    member.outUntil = performance.now() + wait_ms;
    return { proxy: bareUrl(member.url), state: 'out', reason: fault.reason, wait_ms };
  }

  /** Puts a proxy that works back into rotation. Returns the change, unless it was in. */
  works(member: Member): ProxyChange | undefined {
    if (member.failures === 0) return undefined;
    Object.assign(member, memberOf(member.url), { fault: undefined });
    return { proxy: bareUrl(member.url), state: 'back' };
  }

  private exhausted(): TransportError {
    const faults = this.#members.flatMap((member) =>
      member.fault === undefined ? [] : [{ ...member, fault: member.fault }],
    );
    const retryable = faults.some(({ fault }) => fault.reason !== 'credentials');
    const [only, ...others] = faults;
    if (only !== undefined && others.length === 0) return proxyError(only.url, only.fault, retryable);
    const named = faults.slice(0, MOST_NAMED).map(({ url, fault }) => `${shownUrl(url)} ${WHY[fault.reason](fault)}`);
    const more = faults.length > MOST_NAMED ? `; and ${faults.length - MOST_NAMED} more` : '';
    return new TransportError(`proxy: no proxy can be used: ${named.join('; ')}${more}. Check the option proxy.`, {
      retryable,
    });
  }
}

function leastBad(members: readonly Member[]): Member | undefined {
  const [first] = members
    .filter(({ fault }) => fault?.reason !== 'credentials')
    .sort((one, other) => one.outUntil - other.outUntil);
  return first;
}

function outMs({ fault, failures }: Member): number {
  if (fault?.reason === 'credentials') return CREDENTIALS_OUT_MS;
  return backoffMs(Math.max(1, failures), { firstMs: FIRST_OUT_MS, longestMs: LONGEST_OUT_MS });
}

const WHY: Readonly<Record<ProxyReason, (fault: ProxyFault) => string>> = {
  unreachable: ({ detail }) => `could not be reached (${detail})`,
  tls: ({ detail }) => `could not be reached over TLS (${detail})`,
  credentials: ({ detail }) => `refused the user name or the password (${detail})`,
  refused: ({ detail }) => `refused to connect to the site (${detail})`,
  broken: ({ detail }) => `did not respond as a proxy does (${detail})`,
  tunnel: ({ detail }) => `does not lead to the site: TLS with the site failed (${detail})`,
};

const ADVICE: Readonly<Record<ProxyReason, string>> = {
  unreachable: 'Check that it runs, and its host and port in the option proxy.',
  tls: 'Check its protocol and its certificate: a proxy without TLS has a URL with http://.',
  credentials: 'Check both in the option proxy.',
  refused: 'Check that the proxy allows the site.',
  broken: 'Check its protocol and port in the option proxy.',
  tunnel: 'Check the proxy. If it decrypts TLS, set its certificate authority.',
};

/** Returns the error for a proxy that failed before the request reached the site. */
export function proxyError(url: string, fault: ProxyFault, retryable = true): TransportError {
  const { reason, detail } = fault;
  const isCode = /^E[A-Z_]+$/.test(detail);
  return new TransportError(`proxy: ${shownUrl(url)} ${WHY[reason](fault)}. ${ADVICE[reason]}`, {
    retryable,
    ...(isCode ? { cause: Object.assign(new Error(detail), { code: detail }) } : {}),
  });
}
