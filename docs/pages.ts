/**
 * The pages of the documentation, in order. `npm run docs:index` writes `docs/README.md` and the list in the project's README from this table; the
 * site's sidebar uses it too.
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

/** Usage first, then errors, then internals. */
export const groups: readonly DocGroup[] = [
  {
    title: 'Use',
    pages: [
      page('getting-started', 'Getting started', 'your first product, online and offline'),
      page('calls', 'Calls and responses', 'the six calls, the envelope, found and not found'),
      page('settings', 'Settings', 'every option, its environment variable and its default'),
      page('languages', 'Marketplaces and languages', 'the 20 sites, English and native pages, currencies, dates'),
      page('paging', 'Paging and batches', 'all pages of a search, all offers, thousands of calls'),
      page('credits', 'Credits and budgets', 'what a call costs, and how to limit it'),
      page('errors', 'Errors', 'the classes, the codes, and what to do about each one'),
      page('retries', 'Retries and timeouts', 'which failures are retried, time limits, how to abort'),
      page('middleware', 'Middleware', 'functions around calls: cache, fall back, log, or your own'),
      page('watch', 'Watching for changes', 'prices, Buy Box, stock, ranks: what changes, delivered at least once'),
      page('history', 'History of a watch', 'values over time, averages, time in stock, shares of the Buy Box'),
      page('production', 'Running in production', 'time limits, budgets, gaps, alerts, what to log'),
      page('testing', 'Testing an application', 'fakes, fixtures, a clock and msw handlers'),
      page('installing', 'Installing and bundling', 'Node, TypeScript, CommonJS, bundlers, browsers, Jest'),
    ],
  },
  {
    title: 'Command line',
    pages: [
      page('command-line', 'The command line', 'every command, output formats, configuration, completion'),
      page('batch-files', 'Batches from a file', 'thousands of calls from a file, resumable'),
      page('report', 'Reports', 'an HTML page with charts of the results of a batch, or of what a watch has seen'),
      page('mcp', 'For assistants: MCP', 'a Model Context Protocol server'),
    ],
  },
  {
    title: 'Many machines',
    pages: [
      page('queue', 'A queue for many workers', 'jobs on Redis: add, work, retry, repeat, stop'),
      page('queue-results', 'Results of workers', 'a Redis stream, files or a webhook: each result arrives'),
      page('redis', 'Redis', 'credits that several machines share: the server, lost connections, fail-over, keys'),
      page('scale', 'Scale', 'what a page costs with many processes, measured, and a model for more'),
    ],
  },
  {
    title: 'Pages',
    pages: [
      page('fetching', 'Fetching pages', 'how the local backend fetches pages: sessions, pace, limits'),
      page('delivery-place', 'The delivery place', 'prices and delivery dates for a postal code or a country'),
      page('proxies', 'Proxies, browsers, other sources', 'your own proxies, Playwright, a scraping service'),
      page('recording', 'Recording and replaying', 'save every page, and run again without requests'),
      page('parsing', 'Parsing your own pages', 'HTML in, data out, however you fetched it'),
      page('explain', 'Explaining a value', 'where on the page each value comes from'),
      page('events', 'Events and gaps', 'logs, traces, and missing parts of pages'),
      page('robustness', 'Robustness', 'what happens to values when the site changes its pages, measured'),
      page('security-tests', 'Hostile pages', 'what pages from strangers can do to the parser, measured'),
    ],
  },
  {
    title: 'Hosted',
    pages: [
      page('hosted', 'From local to hosted', 'the remote backend, and how to switch to it'),
      page('service', 'The service', 'run the /v1 API yourself: keys, packs, dashboard'),
      page('observability', 'Observability', 'metrics, traces, Prometheus, OpenTelemetry, Grafana, alerts'),
    ],
  },
  {
    title: 'Care',
    pages: [
      page('responsible-use', 'Responsible use', 'what the library does, and what you decide'),
      page(
        'threat-model',
        'Threat model',
        'hostile pages, private networks, secrets, assistants: each defence and its place',
      ),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('data', 'The data', 'every field of every page type, from the schemas'),
      page('architecture', 'Architecture', 'the folders of the source, the two tables, where to change what'),
      page('decisions', 'Decisions', 'what the specification leaves open, what the library does, and why'),
      page('speed', 'Speed', 'measurements, and the commands that repeat them'),
    ],
  },
];

/** All pages, in order. */
export const pages: readonly DocPage[] = groups.flatMap((group) => group.pages);
