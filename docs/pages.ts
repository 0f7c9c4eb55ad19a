/**
 * The pages of the documentation, in order: what readers want to do comes first, as on the first page. `npm run docs:index` writes the list in
 * `docs/README.md` from this table; the site's sidebar uses it too.
 */

/** A page. */
export interface DocPage {
  /** File name without extension: `getting-started` for `docs/getting-started.md`. */
  name: string;
  title: string;
  /** The contents in a few words. */
  summary: string;
}

/** A section of pages. */
export interface DocGroup {
  title: string;
  pages: readonly DocPage[];
}

const page = (name: string, title: string, summary: string): DocPage => ({ name, title, summary });

/** The sections of the sidebar. */
export const groups: readonly DocGroup[] = [
  {
    title: 'Look things up',
    pages: [
      page('getting-started', 'Getting started', 'your first product, online and offline'),
      page('calls', 'Calls and responses', 'the six calls, the envelope, found and not found, middleware'),
      page('languages', 'Marketplaces and languages', 'the 20 sites, English and native pages, currencies, dates'),
      page('command-line', 'The command line', 'every command, output formats, configuration, completion'),
      page('mcp', 'For assistants: MCP', 'a Model Context Protocol server'),
    ],
  },
  {
    title: 'Watch',
    pages: [
      page('watch', 'Watching for changes', 'prices, Buy Box, stock, ranks: what changes, delivered at least once'),
      page(
        'history',
        'History of a watch',
        'values over time, averages, time in stock, shares of the Buy Box; reports',
      ),
    ],
  },
  {
    title: 'Batches',
    pages: [
      page('paging', 'Paging and batches', 'all pages of a search, all offers, thousands of calls'),
      page('batch-files', 'Batches from a file', 'thousands of calls from a file, resumable; reports with charts'),
    ],
  },
  {
    title: 'Your own pages',
    pages: [
      page(
        'parsing',
        'Parsing your own pages',
        'HTML in, data out; where each value was read; recording and replaying',
      ),
    ],
  },
  {
    title: 'A service',
    pages: [
      page('service', 'The service', 'run the /v1 API yourself: keys, packs, dashboard'),
      page('hosted', 'From local to hosted', 'the remote backend, and how to switch to it'),
    ],
  },
  {
    title: 'Many machines',
    pages: [
      page(
        'many-machines',
        'Several processes or machines',
        'what programs share, and how: pace, proxies, credits in Redis',
      ),
      page(
        'queue',
        'A queue for many workers',
        'jobs on Redis, and where their results go: a stream, files, a webhook',
      ),
    ],
  },
  {
    title: 'When something is wrong',
    pages: [
      page('troubleshooting', 'Troubleshooting', 'nothing comes back, blocked, other prices, it worked yesterday'),
      page('how-to', 'How do I ...?', 'cache, log, upgrade, Docker, EAN, images, currencies, CSV'),
      page('errors', 'Errors', 'the classes, the codes, and what to do about each one'),
      page('retries', 'Retries and timeouts', 'which failures are retried, time limits, how to abort'),
    ],
  },
  {
    title: 'In production',
    pages: [
      page('production', 'Running in production', 'time limits, budgets, gaps, alerts, what to log'),
      page('fetching', 'Fetching pages', 'how the local backend fetches pages: sessions, pace, the delivery place'),
      page('proxies', 'Proxies, browsers, other sources', 'your own proxies, Playwright, a scraping service'),
      page('credits', 'Credits and budgets', 'what a call costs, and how to limit it'),
      page(
        'observability',
        'Events, gaps and metrics',
        'logs, missing parts of pages, traces, Prometheus, OpenTelemetry, alerts',
      ),
      page('testing', 'Testing an application', 'fakes, fixtures, a clock and msw handlers'),
      page('responsible-use', 'Responsible use', 'what the library does, and what you decide'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('data', 'The data', 'every field of every page type, from the schemas'),
      page('settings', 'Settings', 'every option, its environment variable and its default'),
      page('installing', 'Installing and bundling', 'Node, TypeScript, CommonJS, bundlers, browsers, Jest'),
    ],
  },
  {
    title: 'Measured',
    pages: [
      page(
        'measured/speed',
        'Speed and scale',
        'measurements of pages, calls and many processes, and a model for more',
      ),
      page('measured/robustness', 'Robustness', 'what happens to values when the site changes its pages, measured'),
      page('measured/security-tests', 'Hostile pages', 'what pages from strangers can do to the parser, measured'),
    ],
  },
  {
    title: 'For contributors',
    pages: [
      page('contributing/architecture', 'Architecture', 'the folders of the source, where to change what'),
      page('contributing/decisions', 'Decisions', 'what the specification leaves open, what the library does, and why'),
      page('contributing/threat-model', 'Threat model', 'each threat, its defence, the code and the test'),
    ],
  },
];

/** All pages, in order. */
export const pages: readonly DocPage[] = groups.flatMap((group) => group.pages);
