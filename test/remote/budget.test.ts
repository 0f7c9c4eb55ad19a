import { describe, expect, it } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { createLocalMarketplace, memoryLedger, type PageSource, sqliteLedger } from '../../src/entries/local.ts';
import { freshFile } from '../ledger/ledgers.ts';
import { productPage, sourceOf } from '../local/pages.ts';
import { ASIN, envelope, type Reply, serviceOf } from './service.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const now = () => NOW;
const budget = { credits: 2, per: 'day' } as const;

const free: Reply = { body: envelope({}, { usage: { requests_consumed: 0, requests_remaining: 99 } }) };
const failure = (status: number, consumed: number): Reply => ({
  status,
  body: {
    success: false,
    error: { code: 'INTERNAL', message: 'broken' },
    meta: { request_id: 'r', usage: { requests_consumed: consumed, requests_remaining: 9 } },
  },
});

const outcomes = async (calls: (() => Promise<unknown>)[]) => {
  const codes: string[] = [];
  for (const call of calls) {
    codes.push(
      await call().then(
        () => 'done',
        (error) => error.code,
      ),
    );
  }
  return codes;
};

describe('the budget of the remote backend', () => {
  it('sends nothing when it is used up', async () => {
    await using service = await serviceOf({}, { budget, now, retries: 2 });
    const call = () => service.marketplace.product({ asin: ASIN });
    expect(await outcomes([call, call, call, call])).toEqual(['done', 'done', 'BUDGET_EXCEEDED', 'BUDGET_EXCEEDED']);
    expect(service.asked).toHaveLength(2);
  });

  it.each<[string, Reply[], string[]]>([
    ['a response that the service did not charge', [free], ['done', 'done', 'done']],
    ['a failure', [failure(400, 0)], ['INTERNAL', 'INTERNAL', 'INTERNAL']],
    [
      'a response without usage as one credit',
      [{ body: envelope({}, { usage: undefined }) }],
      ['done', 'done', 'BUDGET_EXCEEDED'],
    ],
    ['a failure that the service charged', [failure(400, 1)], ['INTERNAL', 'INTERNAL', 'BUDGET_EXCEEDED']],
  ])('counts what the service says: %s', async (_, replies, expected) => {
    await using service = await serviceOf(replies, { budget, now });
    const call = () => service.marketplace.product({ asin: ASIN });
    expect(await outcomes([call, call, call])).toEqual(expected);
  });

  it('counts a call once, however often it is retried', async () => {
    await using service = await serviceOf([failure(500, 0), {}], {
      budget: { credits: 1, per: 'total' },
      now,
      retries: 1,
    });
    const call = () => service.marketplace.product({ asin: ASIN });
    expect(await outcomes([call, call])).toEqual(['done', 'BUDGET_EXCEEDED']);
  });

  it('is exact with concurrent calls', async () => {
    await using service = await serviceOf({}, { budget: { credits: 5, per: 'day' }, now });
    const ends = await Promise.allSettled(
      Array.from({ length: 12 }, () => service.marketplace.product({ asin: ASIN })),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(service.asked).toHaveLength(5);
  });

  it('is shared with the local backend, and kept after a restart, by a ledger in a file', async () => {
    const path = freshFile();
    let fetched = 0;
    const source = sourceOf(productPage());
    const pages: PageSource = (request) => {
      fetched++;
      return source(request);
    };
    const call = async (backend: 'local' | 'remote') => {
      const ledger = sqliteLedger(path, { now });
      await using service = await serviceOf({});
      const { baseUrl } = service;
      const settings = { ledger, budget, now };
      await using marketplace =
        backend === 'local'
          ? createLocalMarketplace({ ...settings, pages })
          : createMarketplace({ ...settings, backend, baseUrl, apiKey: 'key' });
      await marketplace.product({ asin: ASIN });
    };
    const [local, remote] = [() => call('local'), () => call('remote')];
    expect(await outcomes([local, remote, local, remote])).toEqual([
      'done',
      'done',
      'BUDGET_EXCEEDED',
      'BUDGET_EXCEEDED',
    ]);
    expect(fetched).toBe(1);
  });

  it('closes the ledger with the marketplace, even if no call used it', async () => {
    for (const calls of [0, 1]) {
      await using service = await serviceOf({});
      const { baseUrl } = service;
      let closed = 0;
      const ledger = Object.assign(memoryLedger({ now }), {
        close: async () => {
          closed++;
        },
      });
      const marketplace = createMarketplace({ backend: 'remote', baseUrl, apiKey: 'key', ledger, budget });
      for (let call = 0; call < calls; call++) await marketplace.product({ asin: ASIN });
      await marketplace.close();
      await marketplace.close();
      expect(closed).toBe(1);
    }
  });

  it('is checked when the marketplace is made', () => {
    const error = expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter: 'budget.per' });
    const wrong = { budget: { credits: 5, per: 'week' as 'day' } };
    expect(() =>
      createMarketplace({ backend: 'remote', baseUrl: 'https://api.example.com', apiKey: 'key', ...wrong }),
    ).toThrow(error);
    expect(() => createMarketplace(wrong)).toThrow(error);
    expect(() => createLocalMarketplace(wrong)).toThrow(error);
  });
});
