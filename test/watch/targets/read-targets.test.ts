import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { BadRequestError } from '../../../src/entries/index.ts';
import { planWatch, readTargets, type WatchTarget } from '../../../src/entries/watch.ts';
import { HOUR, LAMP, openShop, settled, TENT } from '../run/support.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-targets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function write(name: string, text: string): string {
  const path = join(folder, `${++files}-${name}`);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

async function all<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

const read = (file: string) => all(readTargets(file));

const LINES = `# my products
${LAMP}
b0lantern1:DE
https://www.amazon.de/dp/B0WASSERK1?tag=x
https://www.amazon.co.uk/Best-Sellers-Home-Kitchen/zgbs/kitchen
A1LARKMOOR0US
172282:uk
camping lantern
`;

const LINE_TARGETS: WatchTarget[] = [
  { endpoint: 'product', params: { asin: LAMP } },
  { endpoint: 'product', params: { asin: LAMP, marketplace: 'de' } },
  { endpoint: 'product', params: { asin: 'B0WASSERK1', marketplace: 'de' } },
  { endpoint: 'scrape', params: { url: 'https://www.amazon.co.uk/Best-Sellers-Home-Kitchen/zgbs/kitchen' } },
  { endpoint: 'seller', params: { sellerId: 'A1LARKMOOR0US' } },
  { endpoint: 'category', params: { node: '172282', marketplace: 'uk' } },
  { endpoint: 'search', params: { keyword: 'camping lantern' } },
];

describe('readTargets', () => {
  it.each(['lines.txt', 'lines.txt.gz', 'lines'])('reads plain lines: %s', async (name) => {
    expect(await read(write(name, LINES))).toEqual(LINE_TARGETS);
  });

  it('reads options and members of the user from CSV and NDJSON', async () => {
    const target = {
      ...{ endpoint: 'search', params: { keyword: 'lantern', marketplace: 'de' }, pages: 2, every: '6h' },
      ...{ asins: [LAMP, TENT], when: { rank_changed: { top: 10 }, price_below: 20 }, extra: { sku: 'L-1' } },
    };
    const { params, extra, ...options } = target;
    const csv =
      'keyword,marketplace,pages,every,asins,when,sku\n' +
      `lantern,de,2,6h,${LAMP} ${TENT},rank_changed=top10 price_below=20,L-1\n`;
    expect(await read(write('t.csv', csv))).toEqual([target]);
    const line = JSON.stringify({ ...options, ...params, endpoint: 'search', ...extra });
    expect(await read(write('t.ndjson', line))).toEqual([target]);
  });

  it('keeps members of the user with any name', async () => {
    const lines = ['{"asin":"B0LANTERN1","__proto__":{"x":1}}', '{"asin":"B0TENTTWO1","extra":{"__proto__":{"x":1}}}'];
    for (const { extra } of (await read(write('t.ndjson', lines.join('\n')))) as { extra?: object }[])
      expect(JSON.stringify(extra)).toBe('{"__proto__":{"x":1}}');
  });

  it('returns equal targets once', async () => {
    expect(await read(write('t.txt', `${LAMP}\n${LAMP}:us\nhttps://www.amazon.com/dp/${LAMP}\n`))).toHaveLength(1);
  });

  it.each([
    ['t.txt', `${LAMP}\nlantern\n`, /t\.txt, line 2: "lantern" is not an ASIN, .* set the endpoint to search/],
    [
      't.txt',
      `${LAMP}\nhttps://example.com/\n`,
      /t\.txt, line 2: url: "https:\/\/example\.com\/" is not a supported page/,
    ],
    ['t.csv', `asin,every\n${LAMP},1h\n${TENT},often\n`, /t\.csv, line 3: every: "often" is not valid/],
    ['t.csv', `asin,when\n${LAMP},price_under=20\n`, /t\.csv, line 2: when\.price_under: .*price_below/],
    ['t.ndjson', `{"asin":"${LAMP}"}\n\n{"asin":"${TENT}"`, /t\.ndjson, line 3: .* is not valid JSON/],
    ['t.ndjson', `{"keyword":"lantern","page":2}`, /t\.ndjson, line 1: page: cannot be set/],
    // One of the two would not be watched.
    [
      't.csv',
      `id,asin\na,${LAMP}\na,${LAMP}\na,${TENT}\n`,
      /t\.csv, line 4: id: "a" is the id of line 2 too, which is an/,
    ],
    ['t.txt', '# nothing\n', /t\.txt has no targets/],
  ])('refuses an invalid file with the number of the line: %s %j', async (name, text, message) => {
    const error = await read(write(name, text)).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(BadRequestError);
    expect((error as Error).message).toMatch(message);
  });

  it('refuses a file that does not exist, and an empty name', async () => {
    await expect(read(join(folder, 'none.txt'))).rejects.toThrow('none.txt cannot be read (no such file or directory)');
    expect(() => readTargets('')).toThrow(expect.objectContaining({ parameter: 'file' }));
  });
});

describe('a watch', () => {
  it('of a file looks at its targets', async () => {
    const shop = openShop({ [LAMP]: 20, [TENT]: 30 });
    const watching = shop.watch(readTargets(write('t.txt', `${LAMP}\n${TENT}\n`)), { marketplace: 'de' });
    await settled(() => shop.callsOf(TENT) === 1);
    await shop.clock.advance(2.5 * HOUR);
    expect([shop.callsOf(LAMP), shop.callsOf(TENT)]).toEqual([3, 3]);
    expect((await all(watching.targets())).map(({ id }) => id)).toEqual([`product:${LAMP}:de`, `product:${TENT}:de`]);
    await shop.clock.runUntil(watching.close());
  });

  it('of a file with an invalid line sends nothing', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const watching = shop.watch(readTargets(write('t.txt', `${LAMP}\n`.repeat(20_000).concat('lantern'))));
    await expect(shop.clock.runUntil(watching.done)).rejects.toThrow('line 20001: "lantern" is not an ASIN');
    expect(shop.marketplace.calls).toEqual([]);
  });

  it.each([
    ['a string', LAMP],
    ['an array', [LAMP]],
    ['an iterable', new Set([LAMP])],
    [
      'an asynchronous source',
      (async function* () {
        yield LAMP;
      })(),
    ],
  ])('takes a text for a target: %s', async (_, targets) => {
    const shop = openShop({ [LAMP]: 20 });
    const watching = shop.watch(targets);
    await shop.clock.advance(0.5 * HOUR);
    await watching.add([`${TENT}:de`, `https://www.amazon.de/dp/${LAMP}`]);
    expect((await all(watching.targets())).map(({ id }) => id).sort()).toEqual([
      `product:${LAMP}:de`,
      `product:${LAMP}:us`,
      `product:${TENT}:de`,
    ]);
    await shop.clock.runUntil(watching.close());
  });

  it('refuses a text that is not a target', () => {
    expect(() => openShop().watch([LAMP, 'lantern'])).toThrow(
      /^targets\[1\]: "lantern" is not an ASIN, URL, seller id or browse node\. For a keyword set the endpoint to search/,
    );
    expect(() => openShop().watch([''])).toThrow('targets[0]: "" is not an ASIN');
  });

  it('is planned with texts too', () => {
    const { creditsPerDay, targets } = planWatch([LAMP, { endpoint: 'product', params: { asin: TENT }, pages: 1 }], {
      every: '1h',
    });
    expect([creditsPerDay, targets]).toEqual([48, 2]);
    expect(planWatch(LAMP, { every: '1h' }).creditsPerDay).toBe(24);
  });
});
