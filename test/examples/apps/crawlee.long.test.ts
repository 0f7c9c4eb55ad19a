import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { LOOPBACK_ONLY, startNode } from '../programs.ts';
import { type App, installApp } from './app.ts';

let app: App;
beforeAll(async () => {
  app = await installApp('crawlee');
});
afterAll(() => app[Symbol.dispose]());

/** Runs one of its programs until it exits. */
async function run(...words: string[]) {
  const { code, stdout, stderr } = await startNode([...LOOPBACK_ONLY, ...words], { cwd: app.folder }).ended;
  expect(code, stdout + stderr).toBe(0);
  return { stdout, stderr };
}

interface Result {
  url: string;
  page_type?: string;
  found?: boolean;
  data?: { bb_price?: number } | null;
  error?: string;
}

async function crawl(...words: string[]): Promise<Record<string, Result>> {
  await run('src/crawl.ts', '--fixtures', ...words);
  const results: Result[] = JSON.parse(readFileSync(join(app.folder, 'results.json'), 'utf8'));
  return Object.fromEntries(results.map((result) => [result.url.replace('https://www.amazon.com', ''), result]));
}

describe.runIf(isNightly)('Crawlee', () => {
  it('type-checks', async () => {
    expect(await app.script('typecheck')).not.toContain('error');
  });

  it('crawls a search and its products, and parses them', async () => {
    const results = await crawl('--products', '3');
    expect(Object.keys(results).sort()).toEqual(
      ['/dp/B0FLASHLT1', '/dp/B0HEADLMP1', '/dp/B0LANTERN1', '/s?k=camping+lantern'].sort(),
    );
    expect(results['/dp/B0LANTERN1']).toMatchObject({ page_type: 'product', found: true, data: { bb_price: 34.99 } });
    expect(results['/dp/B0FLASHLT1']).toMatchObject({ page_type: 'product', found: false, data: null });
  });

  it('changes the session after a block, and fails after several blocks', async () => {
    const captcha = 'https://www.amazon.com/dp/B0CAPTCHA1';
    const { stderr } = await run('src/crawl.ts', '--fixtures', captcha, 'https://www.amazon.com/dp/B0SERVICE5');
    expect(stderr).toContain('rotating session');
    const results: Result[] = JSON.parse(readFileSync(join(app.folder, 'results.json'), 'utf8'));
    expect(results.map(({ error }) => error)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('returned a captcha'),
        expect.stringContaining('could not serve https://www.amazon.com/dp/B0SERVICE5'),
      ]),
    );
  });

  it('fetches pages for a marketplace', async () => {
    const { stdout } = await run('src/product.ts', '--fixtures');
    expect(JSON.parse(stdout)).toMatchObject({
      found: true,
      data: { asin: 'B0LANTERN1', bb_price: 34.99 },
      meta: { usage: { requests_consumed: 1 } },
    });
  });
});
