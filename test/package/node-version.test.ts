/** The check as a function, for Node versions and runtimes that are not installed. `consumers.long.test.ts` loads the package on a Node that is too old. */
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { nodeProblem } from '../../src/node-version.ts';

const node = (version: string, navigator?: object) => ({ process: { versions: { node: version } }, navigator });

describe('the check of the Node version', () => {
  it.each(['18.20.8', '20.20.2', '22.17.1', '4.9.1'])('refuses Node %s, with the version', (version) => {
    expect(nodeProblem(node(version))).toBe(`buybox needs Node 22.18 or newer, this is ${version}`);
  });

  it.each(['22.18.0', '22.23.3', '24.0.0', '26.10.0'])('accepts Node %s', (version) => {
    expect(nodeProblem(node(version, { userAgent: `Node.js/${version.split('.')[0]}` }))).toBeUndefined();
  });

  it('is for the oldest version of `engines`', () => {
    expect(manifest.engines.node).toBe('>=22.18');
    expect(nodeProblem(node('22.0.0'))).toContain(manifest.engines.node.replace('>=', 'Node '));
  });

  it.each([
    ['a browser', { navigator: { userAgent: 'Mozilla/5.0' } }],
    [
      'a browser with a replacement of `process`',
      { process: { versions: {} }, navigator: { userAgent: 'Mozilla/5.0' } },
    ],
    ['a Worker', node('22.14.0', { userAgent: 'Cloudflare-Workers' })],
    ['Bun', node('22.6.0', { userAgent: 'Bun/1.2' })],
    ['a runtime without `process` and `navigator`', {}],
  ])('accepts %s, whatever version it names', (_, scope) => {
    expect(nodeProblem(scope)).toBeUndefined();
  });
});
