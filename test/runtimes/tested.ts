/** The runtimes and versions that the tests run. docs/installing.md has a table of them, which `npm run docs:tables` writes. */
import lock from '../../package-lock.json' with { type: 'json' };
import consumers from '../package/consumers/package.json' with { type: 'json' };
import installed from './programs/package.json' with { type: 'json' };

/** A version of Node, and the package of `test/package/consumers` that has it. Without a package it is the development dependency. */
interface TestedNode {
  readonly version: string;
  readonly package?: keyof typeof consumers.dependencies;
}

const fromNpm = (name: 'node-floor' | 'node-22' | 'node-26'): TestedNode => ({
  version: consumers.dependencies[name].replace('npm:node@', ''),
  package: name,
});

/** This project's Node, the oldest supported one, and the newest of the other major versions. */
export const TESTED_NODES = {
  'the oldest Node': fromNpm('node-floor'),
  'Node 22': fromNpm('node-22'),
  'this Node': { version: lock.packages['node_modules/node'].version },
  'Node 26': fromNpm('node-26'),
} as const satisfies Readonly<Record<string, TestedNode>>;

/** Chromium is the machine's own: the oldest major version on which the tests have passed. */
const CHROMIUM_VERSION = '150';

/** A row of the table. */
interface TestedRuntime {
  readonly name: string;
  readonly versions: readonly string[];
  /** The client that sends the requests of `buybox/remote`. */
  readonly remote: string;
  readonly parse: 'yes';
  readonly others: 'yes' | 'no' | 'not tested';
}

const FETCH = '`fetch` sends the requests';

export const RUNTIMES = {
  Node: {
    name: 'Node 22.18 and newer',
    versions: Object.values(TESTED_NODES).map(({ version }) => version),
    remote: 'got sends the requests, or `fetch` if you set it',
    parse: 'yes',
    others: 'yes',
  },
  Bun: { name: 'Bun', versions: [installed.dependencies.bun], remote: FETCH, parse: 'yes', others: 'not tested' },
  Deno: { name: 'Deno', versions: [installed.dependencies.deno], remote: FETCH, parse: 'yes', others: 'not tested' },
  workerd: {
    name: 'Cloudflare Workers and other edge runtimes',
    versions: [`workerd of miniflare ${installed.dependencies.miniflare}`],
    remote: FETCH,
    parse: 'yes',
    others: 'no',
  },
  Chromium: { name: 'browsers', versions: [`Chromium ${CHROMIUM_VERSION}`], remote: FETCH, parse: 'yes', others: 'no' },
} as const satisfies Readonly<Record<string, TestedRuntime>>;
