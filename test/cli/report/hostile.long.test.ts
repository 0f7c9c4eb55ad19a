import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textContent } from 'domutils';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../run.ts';
import { failure, readReport, response } from './lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HOSTILE = [
  '</title></style></script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '--><iframe srcdoc="<script>alert(1)</script>">',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '{{alert(1)}}[alert(1)](javascript:alert(1))',
  '\u202Egnirts desrever\u0000\uD800',
];

/** Lines with the hostile text in every string that can reach the page. */
function hostileLines(hostile: string): string[] {
  const data = {
    asin: hostile,
    title: hostile,
    buybox: true,
    bb_price: 3,
    currency: hostile,
    seller: { id: hostile, name: hostile, is_amazon: false },
    [hostile]: hostile,
  };
  return [
    response('product', data),
    response('product', { ...data, seller: { id: `2${hostile}`, name: hostile, is_amazon: true } }),
    response(hostile, data, { marketplace: hostile, timestamp: hostile, request_url: hostile }),
    JSON.stringify({
      page_type: 'product',
      found: true,
      data,
      gaps: [{ landmark: hostile, kind: hostile, detail: hostile }],
    }),
    failure(hostile, '2026-11-20T12:15:00.000Z', { marketplace: hostile, url: hostile }, hostile),
    hostile,
  ];
}

async function hostileReport(hostile: string) {
  const file = join(folder, 'hostile.ndjson');
  writeFileSync(file, hostileLines(hostile).join('\n'));
  const { code, out } = await run('report', file, '--title', hostile);
  expect(code).toBe(0);
  return out;
}

const ELEMENTS = [
  'script',
  'img',
  'iframe',
  'object',
  'embed',
  'form',
  'base',
  'foreignObject',
  'a[href^="javascript"]',
];

describe('a report of hostile text', () => {
  it.each(HOSTILE)('shows %j as text', async (hostile) => {
    const page = await hostileReport(hostile);
    const { all, text } = readReport(page);
    for (const element of ELEMENTS) expect(all(element), element).toHaveLength(0);
    const attributes = all('*').flatMap(({ attribs }) => Object.keys(attribs));
    expect(attributes.filter((name) => /^on|^style$|^src/.test(name))).toEqual([]);
    expect(all('style')).toHaveLength(1);
    const shown = [...hostile.replace(/[\0\uD800\u202E]/g, ' ').trim()].slice(0, 40).join('');
    expect(text('head > title')).toContain(shown);
    expect(text('h1')).toContain(shown);
    expect(text('#buy-box')).toContain(shown);
    expect(text('#failures')).toContain(shown);
    expect(text('#missing')).toContain(shown);
  });

  it('has a policy that allows nothing but its own style sheet', async () => {
    const { all } = readReport(await hostileReport('x'));
    const policy = all('meta[http-equiv="content-security-policy"]')[0]?.attribs.content ?? '';
    const hash = createHash('sha256')
      .update(textContent(all('style')))
      .digest('base64');
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('has a bounded size', async () => {
    const file = join(folder, 'many.ndjson');
    const lines = Array.from({ length: 3_000 }, (_, index) => [
      response(`type-${index}`, { [`field-${index}`]: 'x'.repeat(200) }),
      response('product', {
        buybox: true,
        bb_price: index,
        currency: String.fromCharCode(65 + (index % 26), 65 + ((index / 26) % 26), 65 + ((index / 676) % 26)),
        seller: { id: `A${index}`, name: `${index}${'y'.repeat(2_000)}`, is_amazon: false },
        [`field-${index}`]: 1,
      }),
      failure(`CODE_${index}`, new Date(Date.UTC(2001, 0) + index * 864e6).toISOString(), {}, 'z'.repeat(9_000)),
    ]);
    writeFileSync(file, lines.flat().join('\n'));
    const { out } = await run('report', file);
    expect(out.length).toBeLessThan(400_000);
    const { text, rows } = readReport(out);
    expect(text('#prices .note')).toMatch(/Not shown: [\d,]+ prices in other currencies/);
    expect(rows('Buy Boxes by seller, United States')).toHaveLength(100 + 9);
    expect(rows('Results over time').length).toBeLessThanOrEqual(48);
  });
});
