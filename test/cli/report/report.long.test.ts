import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { installedProgram } from '../../package/packed.ts';
import { readReport, response } from './lines.ts';

const LINES = isNightly ? 400_000 : 200_000;
const COUNT = LINES.toLocaleString('en');
/** Less than the size of the lines. */
const HEAP_MEGABYTES = 96;

const folder = mkdtempSync(join(tmpdir(), 'buybox-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each line has another price, seller and time. */
function* lines(): Generator<string> {
  const text = response('product', {
    asin: 'B0LANTERN1',
    title: 'x'.repeat(400),
    buybox: true,
    bb_price: 123456789,
    currency: 'USD',
    seller: { id: 'SELLER', name: 'NAME', is_amazon: false },
  });
  for (let index = 0; index < LINES; index++) {
    const at = new Date(Date.UTC(2026, 0) + index * 1_000).toISOString();
    yield `${text
      .replace('123456789', String(index / 100))
      .replace('SELLER', `A${index}`)
      .replace('2026-11-20T12:00:00.000Z', at)}\n`;
  }
}

describe('a report of many lines', () => {
  it('needs memory only for its counts', async () => {
    const out = join(folder, 'report.html');
    const args = [`--max-old-space-size=${HEAP_MEGABYTES}`, await installedProgram(), 'report', '-', '--out', out];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'] });
    const ended = once(child, 'exit');
    await pipeline(Readable.from(lines()), child.stdin);
    expect(await ended).toEqual([0, null]);
    const { figures, text } = readReport(readFileSync(out, 'utf8'));
    expect(figures.Results).toBe(COUNT);
    const [, count, median = ''] = /^([\d,]+) prices · median \$([\d,]+)/.exec(text('#prices .facts')) ?? [];
    expect(count).toBe(COUNT);
    expect(Number(median.replace(',', '')) / (LINES / 200)).toBeCloseTo(1, 2);
    expect(text('#prices .note')).toContain('exact to 0.5%');
    expect(text('#buy-box .note')).toContain('More than 10,000 sellers');
    expect(text('#failures .facts')).toMatch(/each bar is \d+ (?:hours|days?)/);
  });
});
