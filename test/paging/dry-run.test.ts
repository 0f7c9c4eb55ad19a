import { describe, expect, it } from 'vitest';
import { dryRun } from '../../src/entries/index.ts';

const product = (asin: string, marketplace?: string) => ({
  endpoint: 'product',
  params: { asin, ...(marketplace === undefined ? {} : { marketplace }) },
});

describe('dryRun', () => {
  it('counts calls and credits, and the time at the pace of the sites', async () => {
    const requests = [product('B0LANTERN1'), product('B0HAMMOCK1'), product('B0HEADLMP1')];
    expect(await dryRun(requests)).toEqual({ calls: 3, credits: 3, durationMs: 2_500, isLeast: false });
  });

  it('takes sites at the same time, also those of URLs', async () => {
    async function* requests() {
      yield product('B0LANTERN1', 'us');
      yield product('B0WASSERK1', 'de');
      yield { endpoint: 'scrape', params: { url: 'https://www.amazon.fr/dp/B0LANTERN1' } };
      yield { endpoint: 'scrape', params: { url: 'https://www.amazon.de/dp/B0KETTLE02' } };
    }
    expect(await dryRun(requests(), { pace: { minGapMs: '2s', jitterMs: 0 } })).toMatchObject({
      calls: 4,
      durationMs: 2_000,
    });
  });

  it('takes calls without a site for calls to that of the marketplace', async () => {
    const requests = [product('B0WASSERK1'), product('B0KETTLE02', 'de')];
    expect(await dryRun(requests)).toMatchObject({ durationMs: 0 });
    expect(await dryRun(requests, { marketplace: 'de' })).toMatchObject({ durationMs: 1_250 });
    await expect(dryRun([], { marketplace: 'xx' as never })).rejects.toThrow(/^marketplace: "xx" is not valid/);
  });

  it('counts the pages of lists, as far as they are limited', async () => {
    const lists = [{ params: { keyword: 'camping lantern' }, pages: 'all' }, product('B0LANTERN1')];
    expect(await dryRun(lists)).toMatchObject({ calls: 2, isLeast: true });
    expect(await dryRun(lists, { maxPages: 5 })).toMatchObject({ calls: 6, credits: 6, isLeast: false });
    expect(await dryRun(lists, { maxPages: 5, maxCredits: 3 })).toMatchObject({ calls: 3, credits: 3 });
  });

  it('costs nothing without requests, and refuses invalid options', async () => {
    expect(await dryRun([])).toEqual({ calls: 0, credits: 0, durationMs: 0, isLeast: false });
    await expect(dryRun([], { pace: { minGapMs: -1 } })).rejects.toThrow(/^pace\.minGapMs: -1 is not valid/);
    await expect(dryRun([], { maxPage: 1 } as object)).rejects.toThrow('Did you mean "maxPages"?');
  });
});
