import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BadRequestError, explainPage, parsePage, parseProduct } from '../../src/entries/parse.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';

const url = 'https://www.amazon.com/dp/B0LANTERN1';
const readers: Readonly<Record<string, (html: never, context: never) => unknown>> = {
  parsePage,
  parseProduct,
  explainPage,
};

describe.each(Object.entries(readers))('%s', (_, read) => {
  it.each([
    ['html', undefined, { url }, /^html: missing: expected a string\./],
    [
      'html',
      Buffer.from('<html>'),
      { url },
      /^html: an object \(Buffer\) is not valid: expected a string\. Decode bytes/,
    ],
    ['context', '<html>', undefined, /^context: missing: expected an object such as \{ url/],
    ['context', '<html>', url, /^context: "https:.*" is not valid: expected an object/],
    ['url', '<html>', {}, /^url: missing: expected the URL that the HTML was fetched from\.$/],
    ['url', '<html>', { url: new URL(url) }, /^url: an object \(URL\) is not valid/],
    ['requestedAt', '<html>', { url, requestedAt: new Date('soon') }, /^requestedAt: an object \(Date\) is not valid/],
    [
      'requestedAt',
      '<html>',
      { url, requestedAt: '2026-11-20' },
      /^requestedAt: "2026-11-20" is not valid: expected a valid Date, or a text such as "2026-11-20T12:00:00Z"/,
    ],
    // Without a zone it would be a time of this machine.
    [
      'requestedAt',
      '<html>',
      { url, requestedAt: '2026-11-20T12:00:00' },
      /^requestedAt: "2026-11-20T12:00:00" is not/,
    ],
    ['requestedAt', '<html>', { url, requestedAt: '2026-13-20T12:00:00Z' }, /^requestedAt: "2026-13-20T12:00:00Z" is/],
    ['requestedAt', '<html>', { url, requestedAt: 1_763_640_000_000 }, /^requestedAt: 1763640000000 is not valid/],
    ['language', '<html>', { url, language: 'de' }, /^language: "de" is not valid: expected "en" or "native"\.$/],
    ['status', '<html>', { url, status: '404' }, /^status: "404" is not valid: expected an HTTP status/],
  ])('refuses an invalid %s', (parameter, html, context, message) => {
    const call = () => read(html as never, context as never);
    expect(call).toThrow(BadRequestError);
    expect(call).toThrow(message);
    expect(call).toThrow(expect.objectContaining({ code: 'INVALID_PARAMETER', parameter }));
  });
});

describe('requestedAt', () => {
  it.each(['2026-03-02T18:00:00Z', '2026-03-02T19:00:00.000+01:00'])('can be the text %s', (requestedAt) => {
    const html = readFileSync(join(FIXTURES_FOLDER, 'product/us-lantern.html'), 'utf8');
    const { data } = parseProduct(html, { url, requestedAt });
    expect(data?.delivery).toEqual(parseProduct(html, { url, requestedAt: new Date(requestedAt) }).data?.delivery);
    expect(data?.delivery).not.toEqual(
      parseProduct(html, { url, requestedAt: new Date('2026-04-01T18:00:00Z') }).data?.delivery,
    );
  });
});
