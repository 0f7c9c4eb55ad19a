/**
 * The pages of the documentation in their order: the one table from which `docs/README.md`, the list in the project's README and the site's sidebar
 * are made (`npm run docs:index`; a test holds them to it).
 */

/** A page. */
export interface DocPage {
  /** Without its ending: `getting-started` for `docs/getting-started.md`. */
  name: string;
  title: string;
  /** What a reader finds there, in a few words. */
  says: string;
}

/** Pages that belong together. */
export interface DocGroup {
  title: string;
  pages: readonly DocPage[];
}

const page = (name: string, title: string, says: string): DocPage => ({ name, title, says });

/** Usage first, then what can go wrong, then what stands behind it. */
export const groups: readonly DocGroup[] = [
  {
    title: 'Use',
    pages: [
      page('getting-started', 'Getting started', 'from nothing to data, with and without the internet'),
      page('calls', 'Calls and answers', 'the six calls, the envelope, found and not found'),
      page('settings', 'Settings', 'every option, its environment variable and its default'),
      page('languages', 'Marketplaces and languages', 'the 20 sites, English and native pages, currencies, dates'),
      page('paging', 'Paging and batches', 'all pages of a search, all offers, thousands of calls'),
      page('credits', 'Credits and budgets', 'what a call costs, and how to stop in time'),
      page('errors', 'Errors', 'the classes, the codes, and what to do about each'),
      page('retries', 'Retries and time-outs', 'what is repeated, how long a call takes at most, how to abort'),
      page('testing', 'Testing an application', 'the fixture marketplace and msw handlers'),
      page('installing', 'Installing and bundling', 'Node, TypeScript, CommonJS, bundlers, browsers, Jest'),
    ],
  },
  {
    title: 'Command line',
    pages: [
      page('command-line', 'The command line', 'every command, output formats, configuration, completion'),
      page('batch-files', 'Batches from a file', 'thousands of calls from a file, resumable'),
      page('report', 'Reports', 'one page of pictures out of the results of a batch'),
      page('mcp', 'For assistants: MCP', 'a Model Context Protocol server'),
    ],
  },
  {
    title: 'Pages',
    pages: [
      page('fetching', 'Fetching pages', 'how the local backend asks the sites: sessions, pace, limits'),
      page('delivery-place', 'The delivery place', 'prices and promises for a postal code or a country'),
      page('proxies', 'Proxies, browsers, other sources', 'exits of your own, Playwright, a scraping service'),
      page('recording', 'Recording and replaying', 'keep every page, and run again without a request'),
      page('parsing', 'Reading pages of your own', 'text in, data out, whatever fetched the page'),
      page('explain', 'Explaining a value', 'where on the page each value was read'),
      page('events', 'Events and gaps', 'logs, traces, and what a page lacks'),
      page('own-pages', 'Scoring pages', 'hold the parsers by pages of your own'),
    ],
  },
  {
    title: 'Hosted',
    pages: [
      page('hosted', 'From local to hosted', 'the remote backend, and how to move to it'),
      page('service', 'The service', 'run the /v1 API yourself: keys, packs, dashboard'),
    ],
  },
  {
    title: 'Care',
    pages: [
      page('responsible-use', 'Responsible use', 'what the library does, and what is for you to settle'),
      page(
        'threat-model',
        'Threat model',
        'hostile pages, private networks, secrets, assistants: what is defended, and where',
      ),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('data', 'The data', 'every field of every page type, from the schemas'),
      page('architecture', 'How it is built', 'the rooms, the two tables, where to change what'),
      page('speed', 'Speed', 'measured, with the commands to measure it yourself'),
    ],
  },
];

/** All pages, in order. */
export const pages: readonly DocPage[] = groups.flatMap((group) => group.pages);
