import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqliteWatchStore } from '../../../src/watch.ts';
import { change, HOUR, look, START, state, target, visit } from '../../watch/visits.ts';
import { run } from '../run.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(!existsSync(CHROMIUM))('the pages of a watch in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-watch-report-'));
  const at = (name: string) => join(folder, name);
  let browser: Browser;

  beforeAll(async () => {
    const store = sqliteWatchStore(at('w.db'));
    await store.add([target('lamp'), target('long'.repeat(30), { params: { asin: 'B0LANTERN2', marketplace: 'us' } })]);
    const seller = { id: 'A1LAMPS0000', name: 'A name that is longer than the column of a telephone' };
    for (let number = 1; number <= 30; number++) {
      const time = START + number * HOUR;
      const values = { price: 30 - number / 2, currency: 'USD', in_stock: number % 5 > 0, title: 'Lantern', seller };
      const changes = [change(`c${number}`, time, { target: target('lamp') })];
      const deliveries = [{ change: `c${number}`, receiver: 'mail', not_before: time }];
      await store.record(visit('lamp', number, look(time, values), { changes, deliveries }));
    }
    const failed = { state: state(1, { failures: 3, failed: 3 }) };
    await store.record(visit('long'.repeat(30), 1, undefined, failed));
    await store.close();
    const report = await run('report', '--db', at('w.db'), '--out', at('report.html'));
    const history = await run(
      'history',
      'B0LANTERN1',
      '--target',
      'lamp',
      '--db',
      at('w.db'),
      '--out',
      at('history.html'),
    );
    expect([report.code, history.code], report.err + history.err).toEqual([0, 0]);
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-background-networking'],
    });
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['report.html', 1280, 'light'],
    ['report.html', 360, 'dark'],
    ['history.html', 1280, 'dark'],
    ['history.html', 360, 'light'],
  ] as const)(
    '%s at a width of %i, %s: loads nothing else, fits and is accessible',
    async (file, width, colorScheme) => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const url = pathToFileURL(at(file)).href;
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      page.on('request', (request) => {
        if (request.url() !== url && !request.url().startsWith('data:')) problems.push(request.url());
      });
      await page.goto(url);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(problems).toEqual([]);
      await page.evaluate(AXE);
      const { violations, passes } = await page.evaluate<AxeResults>('axe.run()');
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(['color-contrast', 'svg-img-alt']));
      await page.close();
    },
  );
});
