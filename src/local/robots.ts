/** The rules of the sites' robots.txt, read through the page source once a day. */
import type { Call } from '../client/call.ts';
import { transportErrorOf } from '../client/network-failure.ts';
import { unlessAborted } from '../client/waits.ts';
import { BadRequestError, MarketplaceError, UnavailableError } from '../contract/errors.ts';
import { readRetryAfter } from '../http/retry-after.ts';
import type { PageRequest, PageResponse } from '../sources/page-source.ts';

/** The effect of the rules: `obey` refuses a URL that they disallow, `report` only says so in an event. */
export type RobotsMode = 'obey' | 'report';

/** Returns the rule that disallows a URL; `undefined` if it is allowed. Throws while the rules cannot be read. */
type Rules = (url: string) => string | undefined;

/** The rules of a host, or their reading. */
interface HostRules {
  /** When they are read again; Infinity while they are read. */
  until: number;
  reading: Promise<{ rules: Rules; until: number }>;
  waiting: number;
  /** Aborted when all of them have left. */
  left: AbortController;
}

interface Site {
  turn<T>(host: string, call: Call, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
  fetchPage(request: PageRequest): Promise<PageResponse>;
  backOff(call: Call, host: string, error: MarketplaceError, retryAfterMs: number | undefined): Promise<void>;
}

/** A file that `robots-parser` has read. */
interface RobotsFile {
  isDisallowed(url: string, agent: string): boolean | undefined;
  getMatchingLineNumber(url: string, agent: string): number;
}

/** How long the rules of a host are used [milliseconds]. */
const KEEP_MS = 86_400_000;
/** How long a failure is remembered, unless its `Retry-After` says another time [milliseconds]. */
const KEEP_FAILURE_MS = 30_000;
/** Crawlers read at least so much of the file (RFC 9309) [characters]. */
const LONGEST_FILE = 512_000;
const TIMEOUT_MS = 30_000;
/** The name that groups of rules can address. Most files have rules for all, `*`. */
const AGENT = 'buybox';

/** Checks URLs before their requests. */
export class Robots {
  readonly #mode: RobotsMode;
  readonly #site: Site;
  readonly #now: () => number;
  readonly #hosts = new Map<string, HostRules>();

  constructor(mode: RobotsMode, site: Site, now: () => number) {
    this.#mode = mode;
    this.#site = site;
    this.#now = now;
  }

  /** @throws BadRequestError `ROBOTS_DISALLOWED` for a URL that the rules disallow; what reading them throws */
  async check(call: Call, request: PageRequest): Promise<void> {
    const { url, signal } = request;
    try {
      const rule = (await this.#rulesFor(call, request))(url);
      if (rule === undefined) return;
      call.emit('robots', { url, rule });
      if (this.#mode === 'obey')
        throw new BadRequestError(
          `robots: ${new URL(url).host} disallows ${url}: ${rule}. Do not read this page, or ask the site.`,
          { code: 'ROBOTS_DISALLOWED' },
        );
    } catch (error) {
      if (this.#mode === 'obey' || signal.aborted) throw error;
      call.emit('robots', { url, rule: error instanceof Error ? error.message : String(error) });
    }
  }

  async #rulesFor(call: Call, request: PageRequest): Promise<Rules> {
    const { origin } = new URL(request.url);
    let host = this.#hosts.get(origin);
    if (host === undefined || host.until <= this.#now()) {
      const left = new AbortController();
      // Other calls wait for the file too: its reading does not end with this one.
      const { headers: _, ...robots } = { ...request, url: `${origin}/robots.txt`, signal: left.signal };
      host = { until: Number.POSITIVE_INFINITY, reading: this.#read(call, robots), waiting: 0, left };
      this.#hosts.set(origin, host);
    }
    host.waiting++;
    try {
      const { rules, until } = await unlessAborted(host.reading, request.signal);
      host.until = until;
      return rules;
    } finally {
      host.waiting--;
      if (host.waiting === 0 && host.until === Number.POSITIVE_INFINITY) {
        this.#hosts.delete(origin);
        host.left.abort();
      }
    }
  }

  /** Returns the rules, and until when they count. Never rejects: those of a file that cannot be read throw. */
  async #read(call: Call, request: PageRequest): HostRules['reading'] {
    const { url, signal } = request;
    const { host } = new URL(url);
    try {
      const response = await this.#site.turn(host, call, signal, () => {
        const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
        return unlessAborted(this.#site.fetchPage({ ...request, signal: limited, compressed: false }), limited);
      });
      return { rules: await rulesOf(response, url, this.#now()), until: this.#now() + KEEP_MS };
    } catch (thrown) {
      const cause = transportErrorOf(thrown);
      if (signal.aborted || !(cause instanceof MarketplaceError && cause.retryable))
        return { rules: () => thrower(cause), until: this.#now() };
      const until = this.#now() + Math.min(cause.retryAfterMs ?? KEEP_FAILURE_MS, KEEP_MS);
      await this.#site.backOff(call, host, cause, cause.retryAfterMs);
      const message = `robots: ${url} cannot be read: ${cause.message.replace(/\.$/, '')}. Try again later.`;
      const retryAfterMs = () => Math.max(0, until - this.#now());
      return { rules: () => thrower(new UnavailableError(message, { retryAfterMs: retryAfterMs(), cause })), until };
    }
  }
}

function thrower(error: unknown): never {
  throw error;
}

/** Reads a file. @throws UnavailableError if it is not one */
async function rulesOf({ status, headers, body }: PageResponse, url: string, now: number): Promise<Rules> {
  const text = (typeof body === 'string' ? body : new TextDecoder().decode(body)).slice(0, LONGEST_FILE);
  // RFC 9309: without the file everything is allowed, and nothing as long as the site cannot say. A block can be a page with status 200.
  const isPage = status < 400 && (status >= 300 || text.trimStart().startsWith('<'));
  if (isPage || status === 429 || status >= 500)
    throw new UnavailableError(`status ${status}${isPage ? ' and a page instead of rules' : ''}`, {
      retryAfterMs: readRetryAfter(headers['retry-after'], now),
    });
  if (status >= 400) return () => undefined;
  // Its types are those of another module format.
  const { default: robotsParser } = (await import('robots-parser')) as unknown as {
    default: (url: string, text: string) => RobotsFile;
  };
  const lines = text.split(/\r\n|\r|\n/);
  const robots = robotsParser(url, text);
  return (asked) => {
    if (robots.isDisallowed(asked, AGENT) !== true) return undefined;
    const line = robots.getMatchingLineNumber(asked, AGENT);
    return `line ${line} of robots.txt, "${lines[line - 1]?.trim() ?? ''}"`;
  };
}
