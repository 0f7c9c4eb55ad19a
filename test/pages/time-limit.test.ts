/** The time limit of every function that reads a page. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BadRequestError, ParseError } from '../../src/contract/errors.ts';
import { PAGE_TYPES } from '../../src/contract/page-types.ts';
import { explainPage, type PageContext, parsePage, parseProduct } from '../../src/entries/parse.ts';
import { defaultParseTimeoutMs } from '../../src/pages/engine/time-limit.ts';
import { readPage } from '../../src/pages/index.ts';
import { detectOrThrow } from '../../src/pages/urls/detect.ts';
import { rows, textOf } from '../fixtures/fixture.ts';

const row = rows.find(({ file }) => file.startsWith('product/'));
const url = row?.url ?? '';
const html = textOf(row?.file ?? '');

afterEach(() => vi.restoreAllMocks());

/** Makes each look at the clock take some milliseconds. */
function slowClock(ms: number): () => number {
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => looks++ * ms);
  return () => looks;
}

const READERS = {
  parsePage: () => parsePage(html, { url, parseTimeoutMs: 10 }),
  'parsePage with document': () => parsePage(html, { url, document: true, parseTimeoutMs: 10 }),
  parseProduct: () => parseProduct(html, { url, parseTimeoutMs: 10 }),
  explainPage: () => explainPage(html, { url, parseTimeoutMs: 10 }),
  readPage: () => readPage(html, { url, parseTimeoutMs: 10 }, detectOrThrow(url)),
};

describe('parseTimeoutMs', () => {
  it.each(Object.entries(READERS))('stops %s', (_, read) => {
    slowClock(0);
    expect(read).not.toThrow();
    slowClock(100);
    expect(read).toThrow(ParseError);
    expect(read).toThrow(expect.objectContaining({ code: 'PARSE_TIMEOUT', retryable: false }));
    expect(read).toThrow(`parseTimeoutMs: the page ${url} could not be read within 10 ms. `);
  });

  it.each(PAGE_TYPES)(
    'is checked while fields of %s pages are read, not only while the page is parsed',
    (type) => {
      const page = rows.filter(({ file }) => file.startsWith(`${type}/`));
      const looks = ({ file, url }: (typeof page)[number]) => {
        const count = slowClock(0);
        parsePage(textOf(file), { url });
        return count();
      };
      expect(page.some((one) => looks(one) > 2)).toBe(true);
    },
    30_000,
  );

  it('grows with the page by default', () => {
    expect(defaultParseTimeoutMs(0)).toBe(10_000);
    expect(defaultParseTimeoutMs(500_000)).toBe(11_000);
    expect(defaultParseTimeoutMs(20_000_000)).toBe(50_000);
    slowClock(5_000);
    expect(() => parsePage(html, { url })).toThrow(`within ${defaultParseTimeoutMs(html.length)} ms`);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '10', null])('rejects %s', (parseTimeoutMs) => {
    const context = { url, parseTimeoutMs: parseTimeoutMs as number };
    const readers: ((html: string, context: PageContext) => unknown)[] = [parsePage, parseProduct, explainPage];
    for (const read of readers) {
      expect(() => read(html, context)).toThrow(BadRequestError);
      expect(() => read(html, context)).toThrow(expect.objectContaining({ parameter: 'parseTimeoutMs' }));
    }
  });
});
