/** Examples for research: best-seller lists, sellers, reviews. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { bestSellers, writeSpreadsheet } from '../../examples/best-sellers.ts';
import { checkSeller, concernsOf } from '../../examples/check-seller.ts';
import { fixtureMarketplace } from '../../examples/fixtures.ts';
import { newReviews, shownReviews } from '../../examples/review-watch.ts';
import type { Marketplace, StorefrontInfoData } from '../../src/entries/index.ts';
import { altered } from './altered.ts';

const LIST = 'https://www.amazon.co.uk/Best-Sellers-Home-Kitchen/zgbs/kitchen';

describe('best-sellers', () => {
  it('reads a list by its URL', async () => {
    await using marketplace = await fixtureMarketplace();
    const { title, entries } = await bestSellers(marketplace, LIST);
    expect(title).toBe('Best Sellers in Home & Kitchen');
    expect(entries.map(({ rank, asin, price }) => [rank, asin, price])).toEqual([
      [1, 'B0TEAPOTS1', 24],
      [2, 'B0KITCHEN2', 11.99],
      [3, 'B0KITCHEN3', undefined],
      [4, 'B0KITCHEN4', undefined],
      [5, 'B0KITCHEN5', undefined],
    ]);
    await expect(bestSellers(marketplace, 'https://www.amazon.com/dp/B0LANTERN1')).rejects.toThrow(
      'is not a best-seller list: its page type is product',
    );
  });

  it('looks up entries without details, within the credits', async () => {
    await using marketplace = await fixtureMarketplace();
    const asked: string[] = [];
    const scrape: Marketplace['scrape'] = (params, options) => {
      asked.push(params.url);
      const isMissing = /B0KITCHEN[45]$/.test(params.url);
      return marketplace.scrape(isMissing ? { url: 'https://www.amazon.co.uk/dp/B0TEAPOTS1' } : params, options);
    };
    const { entries } = await bestSellers({ ...marketplace, scrape }, LIST, { pages: 1, credits: 1 });
    expect(asked).toEqual([LIST, 'https://www.amazon.co.uk/dp/B0KITCHEN4']);
    expect(entries[3]).toMatchObject({ rank: 4, asin: 'B0KITCHEN4', price: 24, currency: 'GBP' });
    expect(entries[4]).toEqual({ rank: 5, asin: 'B0KITCHEN5' });
  });

  it('reads all pages of a list', async () => {
    await using marketplace = await fixtureMarketplace();
    const asked: string[] = [];
    const scrape = async ({ url }: { url: string }) => {
      asked.push(url);
      const page = await marketplace.scrape({ url: LIST });
      return { ...page, data: { ...page.data, last_page_number: 2 } };
    };
    const { entries } = await bestSellers({ ...marketplace, scrape: scrape as Marketplace['scrape'] }, LIST);
    expect(asked).toEqual([LIST, `${LIST}?pg=2`]);
    expect(entries).toHaveLength(10);
  });

  it('writes a spreadsheet with numbers as numbers and empty cells for unknown values', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'buybox-sheet-'));
    const file = join(folder, 'list.xlsx');
    const entries = [{ rank: 1, asin: 'B0TEAPOTS1', title: '=1+1', price: 24.5 }];
    await writeSpreadsheet({ title: 'Home / Kitchen: a name that is too long for Excel', entries }, file);
    const parts = unzipSync(readFileSync(file));
    const part = (name: string) => new TextDecoder().decode(parts[name]);
    const sheet = part('xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<c r="A2"><v>1</v></c>');
    expect(sheet).toContain('<c r="D2"><v>24.5</v></c>');
    expect(sheet).not.toMatch(/<f>|r="E2"/);
    expect(part('xl/sharedStrings.xml')).toContain('=1+1');
    expect(part('xl/workbook.xml')).toContain('name="Home   Kitchen  a name that is"');
    rmSync(folder, { recursive: true });
  });
});

describe('check-seller', () => {
  it('reports profile, products and concerns of a seller', async () => {
    await using marketplace = await fixtureMarketplace();
    expect(await checkSeller(marketplace, 'https://www.amazon.com/sp?seller=A1LARKMOOR0US')).toMatchObject({
      profile: { name: 'Larkmoor Outdoors', positive_percent: 98 },
      listed: 34,
      products: [
        { asin: 'B0LANTERN1', price: 34.99, currency: 'USD', hasBuyBox: true, sellers: 15 },
        { asin: 'B0BULBSET1', hasBuyBox: false, problem: 'is not sold here' },
      ],
      concerns: [],
    });
  });

  it('reads a profile with an imprint', async () => {
    await using marketplace = await fixtureMarketplace();
    const report = await checkSeller(marketplace, 'https://www.amazon.de/sp?seller=A1KUECHENKIST', { products: 0 });
    expect(report).toMatchObject({
      profile: { business_name: 'Küchenkiste Handels GmbH' },
      products: [],
      concerns: [],
    });
  });

  it('returns undefined for an unknown seller', async () => {
    await using marketplace = await fixtureMarketplace();
    expect(await checkSeller(marketplace, 'https://www.amazon.com/sp?seller=A0UNKNOWN0000')).toBeUndefined();
    await expect(checkSeller(marketplace, 'https://www.amazon.com/dp/B0LANTERN1')).rejects.toThrow(
      'is not the URL of a seller',
    );
  });

  const profile: StorefrontInfoData = {
    seller_id: 'A1',
    business_name: 'A Ltd',
    business_address: ['1 Road'],
    vat_number: 'DE1',
    positive_percent: 97,
    ratings_count: 400,
    feedback: { days_30: { positive_percent: 96 } },
  };

  it.each<[Partial<StorefrontInfoData>, string[]]>([
    [{}, []],
    [
      { business_name: null, business_address: [] },
      ['publishes no legal name, which this country requires', 'publishes no address, which this country requires'],
    ],
    [{ ratings_count: 12 }, ['has 12 ratings in twelve months']],
    [{ ratings_count: null }, ['has no ratings in twelve months']],
    [{ is_just_launched: true, ratings_count: null }, ['has just launched and has no ratings']],
    [{ positive_percent: 84, feedback: {} }, ['only 84 % of its ratings are positive']],
    [
      { feedback: { days_30: { positive_percent: 70 } } },
      ['its last 30 days are worse than its year: 70 % positive after 97 %'],
    ],
  ])('has concerns about %o', (members, concerns) => {
    expect(concernsOf({ ...profile, ...members }, 'de')).toEqual(concerns);
  });

  it('requires an imprint only in countries that do', () => {
    const { vat_number: _, ...bare } = { ...profile, business_name: null, business_address: [] };
    expect(concernsOf(bare, 'us')).toEqual([]);
    expect(concernsOf(bare, 'it')).toHaveLength(3);
  });
});

describe('review-watch', () => {
  it('returns each review with few stars once', async () => {
    await using marketplace = await fixtureMarketplace();
    const { page, reviews } = await shownReviews(marketplace, 'https://www.amazon.com/dp/B0LANTERN1');
    expect(page).toBe('reviews');
    const seen = new Set<string>();
    expect(newReviews(reviews, seen, 3).map(({ review_id, rating }) => [review_id, rating])).toEqual([
      ['R2LANTERNBBBB', 3],
      ['R4LANTERNDDDD', 1],
    ]);
    expect(newReviews(reviews, seen, 3)).toEqual([]);
    const [first] = reviews;
    const { rating: _, ...unread } = { ...first, review_id: 'R9', rating: 5 };
    expect(newReviews([unread], seen, 3)).toEqual([unread]);
  });

  it('reads the product page if the page of reviews requires a sign-in', async () => {
    await using marketplace = await fixtureMarketplace();
    const asked: string[] = [];
    const scrape: Marketplace['scrape'] = ({ url }, options) => {
      asked.push(url);
      const isReviews = url.includes('/product-reviews/');
      return marketplace.scrape(
        { url: isReviews ? 'https://www.amazon.com/product-reviews/B0SIGNIN01' : url },
        options,
      );
    };
    const { page, reviews } = await shownReviews({ ...marketplace, scrape }, 'https://www.amazon.com/dp/B0LANTERN1');
    expect(asked).toEqual([
      'https://www.amazon.com/product-reviews/B0LANTERN1?sortBy=recent',
      'https://www.amazon.com/dp/B0LANTERN1',
    ]);
    expect(page).toBe('product');
    expect(reviews.length).toBeGreaterThan(0);
  });

  it('rethrows other errors', async () => {
    await using marketplace = await fixtureMarketplace();
    const broken = altered(marketplace, 'scrape', () => {
      throw new Error('broken');
    });
    await expect(shownReviews(broken, 'https://www.amazon.com/dp/B0LANTERN1')).rejects.toThrow('broken');
    await expect(shownReviews(broken, 'https://www.amazon.com/gp/help')).rejects.toThrow('is not the URL of a product');
  });
});
