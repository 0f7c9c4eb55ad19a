import { describe, expect, it } from 'vitest';
import { fixtureMarketplace } from '../../examples/fixtures.ts';
import { keyOf, lastRanks, type Rank, ranksOf, sentenceOf } from '../../examples/keyword-ranks.ts';

const keyword = 'camping lantern';

/** Counts the requested pages. */
async function counted() {
  const marketplace = await fixtureMarketplace();
  const pages: unknown[] = [];
  const search: typeof marketplace.search = (...given) => {
    pages.push(given[0].page);
    return marketplace.search(...given);
  };
  return { pages, marketplace: { ...marketplace, search } };
}

describe('keyword-ranks', () => {
  it('counts positions across pages', async () => {
    const { marketplace, pages } = await counted();
    await using _open = marketplace;
    const asins = ['B0SOLARLN1', 'B0HAMMOCK1', 'B0NOWHERE1'];
    expect(await ranksOf(marketplace, { keyword, asins, pages: 2 })).toMatchObject([
      { keyword, marketplace: 'us', asin: 'B0SOLARLN1', position: 5, page: 1 },
      { asin: 'B0HAMMOCK1', position: 9, page: 2 },
      { asin: 'B0NOWHERE1', position: null, page: null },
    ]);
    expect(pages).toEqual([1, 2]);
  });

  it('requests no further page once all products are found', async () => {
    const { marketplace, pages } = await counted();
    await using _open = marketplace;
    expect(await ranksOf(marketplace, { keyword, asins: ['B0LANTERN1'], pages: 20 })).toMatchObject([
      { position: 1, depth: 5 },
    ]);
    expect(pages).toEqual([1]);
  });

  it('reports changes since the last run', () => {
    const rank: Rank = { at: '', marketplace: 'us', keyword, asin: 'B0LANTERN1', position: 3, page: 1, depth: 16 };
    const place = '"camping lantern" on us, B0LANTERN1: position 3 (page 1)';
    expect(sentenceOf(rank)).toBe(place);
    expect(sentenceOf(rank, rank)).toBe(`${place}, as before`);
    expect(sentenceOf(rank, { ...rank, position: 7 })).toBe(`${place}, before: position 7 (up 4)`);
    expect(sentenceOf(rank, { ...rank, position: 1 })).toBe(`${place}, before: position 1 (down 2)`);
    const gone = { ...rank, position: null, page: null, depth: 48 };
    expect(sentenceOf(rank, gone)).toBe(`${place}, before: not among the first 48`);
    expect(sentenceOf(gone, rank)).toBe(
      '"camping lantern" on us, B0LANTERN1: not among the first 48, before: position 3',
    );
  });

  it('finds the last position of each keyword, product and marketplace in a history', () => {
    const rank = { at: '', marketplace: 'us', keyword, asin: 'B0LANTERN1', position: 3, page: 1, depth: 16 };
    const lines = [rank, { ...rank, marketplace: 'de', position: 9 }, { ...rank, position: 4 }];
    const known = lastRanks(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    expect(known.get(keyOf(rank))?.position).toBe(4);
    expect(known.size).toBe(2);
    expect(lastRanks('').size).toBe(0);
  });

  it('rejects when a page could not be fetched', async () => {
    const { marketplace } = await counted();
    await using _open = marketplace;
    const search: typeof marketplace.search = (...given) =>
      given[0].page === 2 ? Promise.reject(new Error('blocked')) : marketplace.search(...given);
    await expect(ranksOf({ ...marketplace, search }, { keyword, asins: ['B0LANTERN1', 'B0HAMMOCK1'] })).rejects.toThrow(
      'blocked',
    );
  });
});
