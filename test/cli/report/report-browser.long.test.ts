import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { expectAccessible, expectFits, hasChromium, SCREENSHOTS, save, useChromium } from '../../browser.ts';
import { start } from '../batch/process.ts';
import { generateBatch } from './generated.ts';

/** The least contrast between a chart and the page (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3;

describe.skipIf(!hasChromium)('a report in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-report-'));
  const report = pathToFileURL(join(folder, 'report.html')).href;
  const openPage = useChromium();
  const open = (width: number, colorScheme: 'light' | 'dark') => openPage(report, { width, colorScheme });

  beforeAll(async () => {
    const { results, failures } = await generateBatch(200);
    writeFileSync(join(folder, 'results.ndjson'), results.join('\n'));
    writeFileSync(join(folder, 'results.failures.ndjson'), failures.join('\n'));
    const { exit, err } = start(['report', join(folder, 'results.ndjson'), '--out', join(folder, 'report.html')]);
    expect(await exit, err()).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['wide-light', 1280, 'light'],
    ['wide-dark', 1280, 'dark'],
    ['phone-light', 360, 'light'],
    ['phone-dark', 390, 'dark'],
  ] as const)('%s: loads and fits the width', async (name, width, colorScheme) => {
    const page = await open(width, colorScheme);
    await expectFits(page);
    await save(page, `report-${name}`);
  });

  const LOOKS = [
    [360, 'dark'],
    [1280, 'light'],
  ] as const;

  it.each(isNightly ? LOOKS : LOOKS.slice(0, 1))(
    'has no accessibility violations at a width of %i, %s',
    async (width, colorScheme) => {
      const page = await open(width, colorScheme);
      await page.locator('#failures summary').first().click();
      await expectAccessible(page, ['color-contrast', 'svg-img-alt']);
    },
  );

  it.each(['light', 'dark'] as const)('%s: bars contrast with the page', async (colorScheme) => {
    const page = await open(1280, colorScheme);
    const colors = await page.evaluate(() => {
      const fills = [...document.querySelectorAll('rect.bar')].map((bar) => getComputedStyle(bar).fill);
      const ground = getComputedStyle(document.body).backgroundColor;
      return { ground, fills: [...new Set(fills)].filter((fill) => !fill.startsWith('url')) };
    });
    expect(colors.fills.length).toBeGreaterThan(4);
    for (const fill of colors.fills)
      expect(contrast(fill, colors.ground), `${fill} on ${colors.ground}`).toBeGreaterThan(LEAST_CONTRAST);
  });

  it('has a table for every chart that the keyboard unfolds', async () => {
    const page = await open(360, 'light');
    for (const figure of await page.locator('figure:has(svg[role="img"])').all()) {
      await figure.locator('summary').focus();
      await page.keyboard.press('Enter');
      await figure.locator('details table.data tbody tr').first().waitFor();
    }
    await expectFits(page);
  });

  it('draws each bar as long as its share', async () => {
    const page = await open(1280, 'light');
    const rows = await page.locator('#stock table.bars').first().locator('tr').all();
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) {
      const [bar, whole] = [await row.locator('rect.bar').boundingBox(), await row.locator('svg').boundingBox()];
      const share = Number.parseInt((await row.locator('.share').textContent()) ?? '', 10) / 100;
      expect(Math.abs((bar?.width ?? 0) / (whole?.width ?? 0) - share)).toBeLessThan(0.01);
    }
  });

  it('prints in light colours and without folded tables', async () => {
    const page = await open(1280, 'dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(28, 33, 39)');
    expect(await page.locator('summary').first().isVisible()).toBe(false);
    if (SCREENSHOTS !== undefined) await page.pdf({ path: join(SCREENSHOTS, 'report-print.pdf'), format: 'A4' });
  });
});

/** The contrast of two colours (WCAG 2.2, contrast ratio). */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
