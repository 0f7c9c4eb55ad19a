import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Language, MarketplaceCode } from '../../src/entries/index.ts';
import { type PageRequest, recordPages, savedPages } from '../../src/entries/local.ts';
import { readInside } from '../../src/files/read-file.ts';
import { identify } from '../../src/sources/saved/page-identity.ts';
import { productPage, sourceOf } from '../local/pages.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freshFolder(index?: unknown, files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-saved-'));
  folders.push(folder);
  if (index !== undefined)
    writeFileSync(join(folder, 'index.json'), typeof index === 'string' ? index : JSON.stringify(index));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const request = (url: string, language: Language = 'en', marketplace: MarketplaceCode = 'us'): PageRequest => ({
  url,
  marketplace,
  language,
  attempt: 1,
  session: 's',
  signal: new AbortController().signal,
});

describe('the identity of a page', () => {
  it.each([
    ['https://www.amazon.com/dp/B0TESTASIN', 'https://www.amazon.com/a-kettle/dp/B0TESTASIN/ref=x?tag=y&th=1&psc=1'],
    ['https://www.amazon.com/s?k=Tea+Pot', 'https://www.amazon.com/s/?k=tea%20pot&ref=nb_sb_noss&page=1'],
    [
      'https://www.amazon.com/gp/offer-listing/B0TESTASIN',
      'https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=B0TESTASIN&pc=dp&experienceId=aodAjaxMain',
    ],
    ['https://www.amazon.com/b?node=123', 'https://www.amazon.com/s?rh=n%3A1%2Cn%3A123'],
    [
      'https://www.amazon.co.uk/Best-Sellers-Home-Kitchen/zgbs/kitchen',
      'https://www.amazon.co.uk/gp/bestsellers/kitchen/ref=x',
    ],
    [
      'https://www.amazon.com/stores/Larkmoor/page/5A1F0C7E-0B2D-4C3A-9E8F-1D2C3B4A5F60',
      'https://www.amazon.com/stores/page/5a1f0c7e-0b2d-4c3a-9e8f-1d2c3b4a5f60?ingress=0',
    ],
    [
      'https://www.amazon.com/sp?seller=A1B2C3D4E5F6G7',
      'https://www.amazon.com/sp?ie=UTF8&isAmazonFulfilled=1&seller=A1B2C3D4E5F6G7',
    ],
  ])('of %s is that of %s', (one, other) => expect(identify(other).key).toBe(identify(one).key));

  it.each([
    ['https://www.amazon.com/dp/B0TESTASIN', 'https://www.amazon.de/dp/B0TESTASIN'],
    ['https://www.amazon.com/s?k=tea', 'https://www.amazon.com/s?k=tea&page=2'],
    ['https://www.amazon.com/s?k=tea', 'https://www.amazon.com/s?k=tea&i=grocery'],
    ['https://www.amazon.com/s?rh=n%3A123', 'https://www.amazon.com/s?rh=n%3A123&low-price=5'],
    ['https://www.amazon.com/gp/bestsellers/kitchen/123', 'https://www.amazon.com/gp/new-releases/kitchen/123'],
    [
      'https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=B0TESTASIN',
      'https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=B0TESTASIN&filters=%7B%22new%22%3Atrue%7D',
    ],
  ])('of %s is not that of %s', (one, other) => expect(identify(other).key).not.toBe(identify(one).key));
});

describe('saved pages', () => {
  it('are found in the requested language, else in another one', async () => {
    const folder = freshFolder(
      [
        { url: 'https://www.amazon.de/dp/B0TESTASIN', file: 'de.html' },
        {
          url: 'https://www.amazon.de/dp/B0TESTASIN?language=en_GB',
          file: 'en.html',
          status: 200,
          fetched_at: '2026-01-02T03:04:05Z',
        },
        { url: 'https://www.amazon.de/dp/B0TESTASI2', file: 'de.html' },
      ],
      { 'de.html': 'deutsch', 'en.html': 'english' },
    );
    const pages = savedPages(folder);
    const read = async (asin: string, language: Language) => {
      const response = await pages(request(`https://www.amazon.de/dp/${asin}?th=1`, language, 'de'));
      return [Buffer.from(response.body as Uint8Array).toString(), response.fetchedAt?.toISOString()];
    };
    expect(await read('B0TESTASIN', 'native')).toEqual(['deutsch', undefined]);
    expect(await read('B0TESTASIN', 'en')).toEqual(['english', '2026-01-02T03:04:05.000Z']);
    expect(await read('B0TESTASI2', 'en')).toEqual(['deutsch', undefined]);
  });

  it('that are missing throw UnavailableError, which is not retried', async () => {
    await expect(savedPages(freshFolder([]))(request('https://www.amazon.com/dp/B0TESTASIN'))).rejects.toMatchObject({
      name: 'UnavailableError',
      retryable: false,
    });
  });

  it.each([
    ['url', 'not a URL', 'the URL of the page'],
    ['url', undefined, 'the URL of the page'],
    ['file', undefined, 'a path inside the folder'],
    ['file', 5, 'a path inside the folder'],
    ['file', '', 'a path inside the folder'],
    ['file', '../secret.html', 'a path inside the folder'],
    ['file', 'a/../../secret.html', 'a path inside the folder'],
    ['file', 'a/.. /secret.html', 'a path inside the folder'],
    ['file', '/etc/passwd', 'a path inside the folder'],
    ['file', 'C:\\secret.html', 'a path inside the folder'],
    ['file', 'a\\..\\secret.html', 'a path inside the folder'],
    ['file', 'page.html:stream', 'a path inside the folder'],
    ['file', 'page.html\0.gz', 'a path inside the folder'],
    ['status', '200', 'an HTTP status'],
    ['status', 99, 'an HTTP status'],
    ['status', 200.5, 'an HTTP status'],
    ['fetched_at', 'yesterday', 'a timestamp'],
    ['fetched_at', '2026-13-45T00:00:00Z', 'a timestamp'],
    ['fetched_at', 1_700_000_000, 'a timestamp'],
    ['fetched_at', null, 'a timestamp'],
  ])('name the entry and its wrong %s: %j', async (member, value, expected) => {
    const good = { url: 'https://www.amazon.com/dp/B0TESTASIN', file: 'page.html', status: 200 };
    const pages = savedPages(freshFolder([good, { ...good, [member]: value }], { 'page.html': productPage('one') }));
    await expect(pages(request(good.url))).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter: 'pages',
      message: expect.stringMatching(
        new RegExp(`index\\.json has the entry 2 with the ${member} .*expected ${expected}`),
      ),
    });
  });

  it.each(['text', 5, null, [[]], true])('name an entry that is not an object: %j', async (entry) => {
    const pages = savedPages(freshFolder([entry]));
    await expect(pages(request('https://www.amazon.com/dp/B0TESTASIN'))).rejects.toThrow(
      /has the entry 1, which is not an object/,
    );
  });

  it('name a file that is missing, a folder, or damaged', async () => {
    const url = 'https://www.amazon.com/dp/B0TESTASIN';
    const of = (file: string, files = {}) => savedPages(freshFolder([{ url, file }], files))(request(url));
    await expect(of('gone.html.gz')).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringMatching(/lists "gone\.html\.gz" for ".*B0TESTASIN": the file does not exist\. Record/),
    });
    await expect(of('.hidden.html', { '.hidden.html': 'page' })).resolves.toMatchObject({ status: 200 });
    const folder = freshFolder([{ url, file: 'sub' }]);
    mkdirSync(join(folder, 'sub'));
    await expect(savedPages(folder)(request(url))).rejects.toThrow(/the file is a folder: expected a file/);
    const damaged = {
      name: 'TransportError',
      retryable: false,
      message: expect.stringMatching(/saved page .*bad\.html\.gz cannot/),
    };
    await expect(of('bad.html.gz', { 'bad.html.gz': 'not gzipped' })).rejects.toMatchObject(damaged);
  });

  it('survive an index that is deep, or has names of prototypes', async () => {
    const url = 'https://www.amazon.com/dp/B0TESTASIN';
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    await expect(savedPages(freshFolder(deep))(request(url))).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION' });
    const entry = `[{"url":"${url}","file":"page.html","__proto__":{"status":500},"constructor":${deep}}]`;
    const response = await savedPages(freshFolder(entry, { 'page.html': 'page' }))(request(url));
    expect(response.status).toBe(200);
    expect(Object.hasOwn(Object.prototype, 'status')).toBe(false);
  });

  it.runIf(process.platform !== 'win32')(
    'follow no link out of the folder, but links inside of it, and to it',
    async () => {
      const url = 'https://www.amazon.com/dp/B0TESTASIN';
      const outside = freshFolder(undefined, { 'secret.html': 'secret', 'index.json': '[]' });
      mkdirSync(join(outside, 'deep'));
      writeFileSync(join(outside, 'deep/secret.html'), 'secret');
      const folder = freshFolder(
        ['link.html', 'up/secret.html', 'inner.html'].map((file, index) => ({
          url: `${url.slice(0, -1)}${index}`,
          file,
        })),
        { 'page.html': 'page' },
      );
      symlinkSync(join(outside, 'secret.html'), join(folder, 'link.html'));
      symlinkSync(join(outside, 'deep'), join(folder, 'up'));
      symlinkSync('page.html', join(folder, 'inner.html'));
      const alias = join(freshFolder(), 'alias');
      symlinkSync(folder, alias);
      for (const place of [folder, alias]) {
        for (const asin of ['B0TESTASI0', 'B0TESTASI1'])
          await expect(savedPages(place)(request(`https://www.amazon.com/dp/${asin}`))).rejects.toMatchObject({
            code: 'INVALID_CONFIGURATION',
            message: expect.stringContaining('is a link out of the folder'),
          });
        const { body } = await savedPages(place)(request('https://www.amazon.com/dp/B0TESTASI2'));
        expect(String(Buffer.from(body as Uint8Array))).toBe('page');
      }
      const linked = freshFolder();
      symlinkSync(join(outside, 'index.json'), join(linked, 'index.json'));
      await expect(savedPages(linked)(request(url))).rejects.toThrow(/index\.json is a link out of the folder/);
    },
  );

  it.runIf(process.platform !== 'win32')(
    'are not read from a file that another one replaces after the check',
    async () => {
      const outside = freshFolder(undefined, { 'secret.html': 'secret' });
      const folder = freshFolder(undefined, { 'page.html': 'page' });
      const file = join(folder, 'page.html');
      const swap = async () => {
        for (let turn = 0; turn < 300; turn++) {
          const next = join(folder, `next${turn}`);
          if (turn % 2 === 0) symlinkSync(join(outside, 'secret.html'), next);
          else writeFileSync(next, 'page');
          renameSync(next, file);
          await new Promise(setImmediate);
        }
      };
      const read = async () => {
        for (let turn = 0; turn < 300; turn++) {
          const bytes = await readInside(folder, 'page.html').catch(() => Buffer.from('refused'));
          expect(['page', 'refused']).toContain(Buffer.from(bytes).toString());
        }
      };
      await Promise.all([swap(), read()]);
    },
  );

  it.each([
    ['no index', undefined, /index\.json cannot be read/],
    ['an index that is not JSON', '{', /index\.json cannot be read/],
    ['an index of another form', { address: 'x' }, /is not a list of \{ url, file/],
    [
      'a file outside the folder',
      [{ url: 'https://www.amazon.com/dp/B0TESTASIN', file: '../secret.html' }],
      /has the entry 1 with the file "\.\.\/secret\.html"/,
    ],
  ])('reject %s', async (_, index, message) => {
    const pages = savedPages(freshFolder(index));
    await expect(pages(request('https://www.amazon.com/dp/B0TESTASIN'))).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter: 'pages',
      message: expect.stringMatching(message),
    });
  });
});

describe('recorded pages', () => {
  it('are saved unchanged, also concurrently; the last one of a URL is kept', async () => {
    const folder = join(freshFolder(), 'made');
    const inner = sourceOf(productPage('one'), productPage('two'), productPage('three'));
    const pages = recordPages(folder, inner);
    await Promise.all(['B0TESTASI1', 'B0TESTASI2'].map((asin) => pages(request(`https://www.amazon.com/dp/${asin}`))));
    await pages(request('https://www.amazon.com/dp/B0TESTASI1'));
    const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
    expect(index).toHaveLength(2);
    const body = async (asin: string) =>
      Buffer.from(
        (await savedPages(folder)(request(`https://www.amazon.com/dp/${asin}`))).body as Uint8Array,
      ).toString();
    expect(await body('B0TESTASI1')).toBe(productPage('three'));
    expect(await body('B0TESTASI2')).toBe(productPage('two'));
  });

  it.runIf(process.platform !== 'win32')('never write through a link that somebody has planted', async () => {
    const url = 'https://www.amazon.com/dp/B0TESTASI1';
    const [target, folder] = [freshFolder(undefined, { precious: 'mine' }), freshFolder()];
    await recordPages(folder, sourceOf(productPage('one')))(request(url));
    const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.gz'));
    for (const file of [name, 'index.json']) {
      rmSync(join(folder, file));
      symlinkSync(join(target, 'precious'), join(folder, file));
    }
    // A link is never our index: nothing is written.
    await expect(recordPages(folder, sourceOf(productPage('two')))(request(url))).rejects.toThrow(/is a link out of/);
    rmSync(join(folder, 'index.json'));
    await recordPages(folder, sourceOf(productPage('two')))(request(url));
    expect(readFileSync(join(target, 'precious'), 'utf8')).toBe('mine');
    expect(lstatSync(join(folder, name)).isSymbolicLink()).toBe(false);
    expect(readdirSync(folder).sort()).toEqual([name, 'index.json'].sort());
  });

  it('are not added to a folder whose index is something else', async () => {
    const folder = freshFolder({ packages: [] });
    const recording = recordPages(
      folder,
      sourceOf(productPage('one')),
    )(request('https://www.amazon.com/dp/B0TESTASI1'));
    await expect(recording).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION' });
    expect(readdirSync(folder)).toEqual(['index.json']);
  });

  it('have the pace and the session count of the recorded source', async () => {
    let closed = 0;
    const inner = Object.assign(sourceOf(productPage('one')), {
      pace: { concurrency: 1, minGapMs: 5, jitterMs: 0 },
      sessionCount: 3,
      close: async () => void closed++,
    });
    const pages = recordPages(freshFolder(), inner);
    expect({ ...pages }).toMatchObject({ pace: { concurrency: 1, minGapMs: 5, jitterMs: 0 }, sessionCount: 3 });
    await pages.close?.();
    expect(closed).toBe(1);
  });
});
