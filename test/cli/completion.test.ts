import { describe, expect, it } from 'vitest';
import { MARKETPLACES } from '../../src/contract/codes.ts';
import { run } from './run.ts';

/** The kind and the words of the candidates for a command line. */
async function offered(...words: string[]): Promise<{ kind: string | undefined; words: string[] }> {
  const { code, out } = await run('complete', '--', ...words);
  expect(code).toBe(0);
  const [kind, ...lines] = out.split('\n');
  return { kind, words: lines.map((line) => line.split('\t')[0] ?? '') };
}

describe('completion', () => {
  it.each([
    [['pr'], 'words', ['product']],
    [['keys', ''], 'words', ['create', 'list', 'revoke', 'rotate', 'help']],
    [['queue', ''], 'words', ['status', 'pause', 'resume', 'retry', 'remove', 'dead', 'repeats', 'help']],
    [['queue', 'dead', '--endpoint', 's'], 'words', ['search', 'seller', 'scrape']],
    [['product', '--back'], 'words', ['--backend']],
    [['product', 'B0LANTERN1', '--backend', ''], 'words', ['local', 'remote']],
    [['product', '--backend=re'], 'words', ['--backend=remote']],
    [['product', '--backend', '=', 're'], 'words', ['remote']],
    [['product', '--backend', '='], 'words', ['local', 'remote']],
    [['search', 'kettle', '--marketplace', ''], 'words', [...MARKETPLACES]],
    [['completion', ''], 'words', ['bash', 'zsh', 'fish']],
    [['product', '--fields', 'title,bb_pr'], 'list', ['title,bb_price']],
    [['product', '--fields=brand.n'], 'list', ['--fields=brand.name']],
    [['seller', '--fields', 'bb_'], 'list', []],
    [['product', '--folder', ''], 'folders', []],
    [['parse', 'page'], 'files', []],
    [['parse', 'one.html', 'two'], 'files', []],
    [['product', '--pages', ''], 'files', []],
    [['product', ''], 'words', []],
    [['product', 'B0LANTERN1', ''], 'words', []],
    [['--', '--back'], 'words', []],
  ])('completes %j', async (words, kind, expected) => {
    expect(await offered(...words)).toEqual({ kind, words: expected });
  });

  it('omits given flags, the flags that they exclude, and hidden flags', async () => {
    const { words } = await offered('product', '--csv', '--proxy', 'http://127.0.0.1:1', '--retries', '1', '--');
    expect(words).toEqual(expect.arrayContaining(['--fields', '--proxy', '--config', '--quiet']));
    for (const absent of ['--csv', '--json', '--retries', '--api-key']) expect(words).not.toContain(absent);
  });

  it('lists all commands except hidden ones, with descriptions', async () => {
    const { out } = await run('complete', '--', '');
    expect(out).toMatch(/^search\tOne page of the results/m);
    expect(out).not.toMatch(/^complete\t/m);
  });

  it('works with a wrong configuration file', async () => {
    expect((await run('complete', '--config', '/nowhere.json', '--', 'pr')).out).toMatch(/^product\t/m);
  });
});
