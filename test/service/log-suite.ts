import { describe, expect, it } from 'vitest';
import type { CountFilter, ServiceStore, StoreOptions } from '../../src/entries/service.ts';
import { createKey } from '../../src/entries/service.ts';
import { DAY, NOW, REJECTED, recordOf } from './records.ts';

/** Tests the log and the counts of a store. `open` returns an empty store. */
export function describeLog(name: string, open: (options: StoreOptions) => ServiceStore): void {
  describe(`${name}: log and counts`, () => {
    async function setUp() {
      const store = open({ now: () => NOW });
      const { id } = await createKey(store, 'first', NOW);
      return { store, id };
    }

    it('returns every member of a record, and changes of it do not change the log', async () => {
      const { store, id } = await setUp();
      const record = recordOf(id, {
        ...REJECTED,
        queuedMs: 3,
        replayed: true,
        upstreamRequestId: 'upstream',
        retries: [{ code: 'CAPTCHA', delayMs: 400 }],
        gaps: [{ landmark: '#price', kind: 'missing', detail: 'no price: \u4ef7\u683c' }],
      });
      await store.record(record);
      const expected = structuredClone(record);
      record.retries.length = 0;
      expect(await store.recentRequests({ limit: 1 })).toEqual({ requests: [expected], next: undefined });
    });

    it('returns the log in pages, newest first, also while requests arrive', async () => {
      const { store, id } = await setUp();
      for (let index = 1; index <= 7; index++) await store.record(recordOf(id, { requestId: `r${index}` }));
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await store.recentRequests({ limit: 3, after });
        seen.push(page.requests.map(({ requestId }) => requestId).join());
        after = page.next;
        await store.record(recordOf(id, { requestId: 'later' }));
      } while (after !== undefined);
      expect(seen).toEqual(['r7,r6,r5', 'r4,r3,r2', 'r1']);
      for (const wrong of ['', 'x', '-1', '1 OR 1=1', '9'.repeat(400)]) {
        await expect(store.recentRequests({ limit: 3, after: wrong })).rejects.toThrow('is not a position in the log');
      }
    });

    it('filters the log', async () => {
      const { store, id } = await setUp();
      await store.record(recordOf(id, { requestId: 'a', at: NOW - 2 }));
      await store.record(recordOf('other', { requestId: 'b', at: NOW - 1, endpoint: 'search', marketplace: 'de' }));
      await store.record(recordOf(id, { requestId: 'c', ...REJECTED }));
      await store.record(recordOf(id, { requestId: 'a', at: NOW + 1, replayed: true }));
      const ids = async (filter: object) =>
        (await store.recentRequests({ limit: 9, ...filter })).requests.map(({ requestId }) => requestId).join('');
      expect(await ids({})).toBe('acba');
      expect(await ids({ keyId: id })).toBe('aca');
      expect(await ids({ endpoint: 'search' })).toBe('b');
      expect(await ids({ marketplace: 'de' })).toBe('b');
      expect(await ids({ outcome: 'rejected' })).toBe('c');
      expect(await ids({ code: 'INVALID_PARAMETER' })).toBe('c');
      expect(await ids({ requestId: 'a' })).toBe('aa');
      expect(await ids({ since: NOW - 1, until: NOW + 1 })).toBe('cb');
      expect(await ids({ keyId: id, outcome: 'found', since: NOW })).toBe('a');
      expect(await ids({ keyId: "' OR ''='" })).toBe('');
    });

    it('counts requests by hour and day, key, endpoint and marketplace', async () => {
      const { store, id } = await setUp();
      await store.record(recordOf(id, { consumed: 1, timingMs: 240 }));
      await store.record(
        recordOf(id, { consumed: 1, timingMs: 300_000, outcome: 'not_found', attempts: 3, blocks: 2 }),
      );
      await store.record(recordOf(id, { ...REJECTED, at: NOW + 3_600_000 }));
      await store.record(
        recordOf('other', { endpoint: 'search', marketplace: 'de', at: NOW - DAY, attempts: 0, replayed: true }),
      );
      await store.record(
        recordOf('other', {
          marketplace: 'atlantis',
          code: 'MADE_UP',
          outcome: 'failed',
          gaps: [{ landmark: 'x', kind: 'missing', detail: '' }],
        }),
      );
      const counts = (filter: Partial<CountFilter>) =>
        store.counts({ unit: 'day', since: NOW - DAY, until: NOW, by: [], ...filter });
      expect(await counts({})).toEqual([
        {
          counters: {
            ...{
              found: 2,
              not_found: 1,
              rejected: 1,
              failed: 1,
              replayed: 1,
              attempts: 5,
              blocks: 2,
              gaps: 1,
              credits: 2,
            },
            ...{ ms_250: 1, ms_more: 1, ms_13: 1, code_INVALID_PARAMETER: 1, code_OTHER: 1 },
          },
        },
      ]);
      expect(await counts({ by: ['period', 'endpoint'] })).toMatchObject([
        { period: '2026-11-19', endpoint: 'search', counters: { found: 1, replayed: 1 } },
        { period: '2026-11-20', endpoint: 'product', counters: { found: 1, code_OTHER: 1 } },
      ]);
      expect(await counts({ by: ['keyId', 'marketplace'], since: NOW })).toMatchObject(
        [
          { keyId: id, marketplace: 'us', counters: { credits: 2 } },
          { keyId: 'other', marketplace: '', counters: { failed: 1, ms_13: 1 } },
        ].sort((a, b) => (a.keyId < b.keyId ? -1 : 1)),
      );
      expect(await counts({ unit: 'hour', since: NOW, until: NOW + 3_600_000, keyId: id, by: ['period'] })).toEqual([
        { period: '2026-11-20T12', counters: expect.objectContaining({ found: 1, not_found: 1, credits: 2 }) },
        { period: '2026-11-20T13', counters: { rejected: 1, code_INVALID_PARAMETER: 1 } },
      ]);
      expect(await counts({ endpoint: 'search' })).toMatchObject([{ counters: { found: 1, replayed: 1 } }]);
      expect(
        await counts({ endpoint: 'product', marketplace: 'us', keyId: id, since: NOW, by: ['marketplace'] }),
      ).toEqual([{ marketplace: 'us', counters: expect.objectContaining({ found: 1, not_found: 1, rejected: 1 }) }]);
      expect(await counts({ marketplace: "' OR ''='" })).toEqual([]);
      expect(await counts({ keyId: 'nobody' })).toEqual([]);
    });

    it('forgets the counts of hours after eight days, and keeps those of days', async () => {
      const clock = { now: NOW };
      const store = open({ now: () => clock.now });
      await store.record(recordOf('a', { at: NOW, ...REJECTED }));
      clock.now = NOW + 8 * DAY;
      await store.record(recordOf('a', { at: clock.now }));
      const periods = async (unit: 'hour' | 'day') =>
        (await store.counts({ unit, since: NOW, until: clock.now, by: ['period'] })).map(({ period }) => period);
      expect(await periods('hour')).toEqual(['2026-11-20T12', '2026-11-28T12']);
      clock.now += 3_600_000;
      await store.record(recordOf('a', { at: clock.now }));
      expect(await periods('hour')).toEqual(['2026-11-28T12', '2026-11-28T13']);
      expect(await periods('day')).toEqual(['2026-11-20', '2026-11-28']);
    });
  });
}
