/** The rules of the sites' robots.txt, read through the page source once a day. */
import type { Call } from '../client/call.ts';
import { unlessAborted } from '../client/waits.ts';
import { BadRequestError, UnavailableError } from '../contract/errors.ts';
import type { PageRequest, PageResponse } from '../sources/page-source.ts';

/** The effect of the rules: `obey` refuses a URL that they disallow, `report` only says so in an event. */
export type RobotsMode = 'obey' | 'report';

/** Returns the rule that disallows a URL; `undefined` if it is allowed. */
type Rules = (url: string) => string | undefined;

/** A file that `robots-parser` has read. */
interface RobotsFile {
  isDisallowed(url: string, agent: string): boolean | undefined;
  getMatchingLineNumber(url: string, agent: string): number;
}

/** How long the rules of a host are used [milliseconds]. */
const KEEP_MS = 86_400_000;
/** Crawlers read at least so much of the file (RFC 9309) [characters]. */
const LONGEST_FILE = 512_000;
const TIMEOUT_MS = 30_000;
/** The name that groups of rules can address. Most files have rules for all, `*`. */
const AGENT = 'buybox';

/** Checks URLs before their requests. */
export class Robots {
  readonly #mode: RobotsMode;
  readonly #fetch: (request: PageRequest) => Promise<PageResponse>;
  readonly #now: () => number;
  readonly #hosts = new Map<string, { until: number; rules: Promise<Rules> }>();

  constructor(mode: RobotsMode, fetch: (request: PageRequest) => Promise<PageResponse>, now: () => number) {
    this.#mode = mode;
    this.#fetch = fetch;
    this.#now = now;
  }

  /** @throws BadRequestError `ROBOTS_DISALLOWED` for a URL that the rules disallow; what reading them throws */
  async check(call: Call, request: PageRequest): Promise<void> {
    const { url, signal } = request;
    try {
      const rule = (await unlessAborted(this.#rulesFor(request), signal))(url);
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

  #rulesFor(request: PageRequest): Promise<Rules> {
    const { origin } = new URL(request.url);
    const known = this.#hosts.get(origin);
    if (known !== undefined && this.#now() < known.until) return known.rules;
    const rules = this.#read(`${origin}/robots.txt`, request);
    this.#hosts.set(origin, { until: this.#now() + KEEP_MS, rules });
    // The next call reads it again.
    rules.catch(() => this.#hosts.delete(origin));
    return rules;
  }

  async #read(url: string, { headers: _, ...request }: PageRequest): Promise<Rules> {
    // Other calls wait for it too: it does not end with this one.
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const fetched = this.#fetch({ ...request, url, signal, compressed: false });
    const response = await unlessAborted(fetched, signal);
    const { status, body } = response;
    const text = (typeof body === 'string' ? body : new TextDecoder().decode(body)).slice(0, LONGEST_FILE);
    // RFC 9309: without the file everything is allowed, and nothing as long as the site cannot say. A block can be a page with status 200.
    const isPage = status < 400 && (status >= 300 || text.trimStart().startsWith('<'));
    if (isPage || status === 429 || status >= 500)
      throw new UnavailableError(
        `robots: ${url} returned status ${status}${isPage ? ' and a page instead of rules' : ''}. Try again later.`,
      );
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
}
