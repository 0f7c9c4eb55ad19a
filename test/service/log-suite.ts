import { describe, expect, it } from 'vitest';
import type { CountFilter, ServiceStore, StoreOptions } from '../../src/entries/service.ts';
import { createKey } from '../../src/entries/service.ts';
import { HOUR_MS } from '../../src/service/request-record.ts';
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

    it('filters the log by key and by request id', async () => {
      const { store, id } = await setUp();
      await store.record(recordOf(id, { requestId: 'a' }));
      await store.record(recordOf('other', { requestId: 'b' }));
      await store.record(recordOf(id, { requestId: 'c', ...REJECTED }));
      await store.record(recordOf(id, { requestId: 'a', replayed: true }));
      const ids = async (filter: object) =>
        (await store.recentRequests({ limit: 9, ...filter })).requests.map(({ requestId }) => requestId).join('');
      expect(await ids({})).toBe('acba');
      expect(await ids({ keyId: id })).toBe('aca');
      expect(await ids({ requestId: 'a' })).toBe('aa');
      expect(await ids({ keyId: id, requestId: 'b' })).toBe('');
      expect(await ids({ keyId: "' OR ''='" })).toBe('');
    });

    it('counts calls and credits by hour, of each key and of all', async () => {
      const { store, id } = await setUp();
      await store.record(recordOf(id, { consumed: 1 }));
      await store.record(recordOf(id, { consumed: 1, outcome: 'not_found' }));
      await store.record(recordOf(id, { ...REJECTED, at: NOW + HOUR_MS }));
      await store.record(recordOf('other', { replayed: true }));
      await store.record(recordOf('other', { at: NOW - DAY, outcome: 'failed' }));
      const none = { found: 0, not_found: 0, rejected: 0, failed: 0, credits: 0 };
      const counts = (filter: Partial<CountFilter>) => store.counts({ since: NOW, until: NOW, ...filter });
      expect(await counts({})).toEqual([{ ...none, hour: '2026-11-20T12', found: 2, not_found: 1, credits: 2 }]);
      expect(await counts({ keyId: id, until: NOW + HOUR_MS })).toEqual([
        { ...none, hour: '2026-11-20T12', found: 1, not_found: 1, credits: 2 },
        { ...none, hour: '2026-11-20T13', rejected: 1 },
      ]);
      expect(await counts({ keyId: 'other', since: NOW - DAY })).toEqual([
        { ...none, hour: '2026-11-19T12', failed: 1 },
        { ...none, hour: '2026-11-20T12', found: 1 },
      ]);
      expect(await counts({ keyId: 'nobody' })).toEqual([]);
      expect(await counts({ keyId: "' OR ''='" })).toEqual([]);
    });

    it('counts what is recorded at once', async () => {
      const { store, id } = await setUp();
      await Promise.all(Array.from({ length: 20 }, () => store.record(recordOf(id, { consumed: 1 }))));
      expect(await store.counts({ since: NOW, until: NOW, keyId: id })).toMatchObject([{ found: 20, credits: 20 }]);
    });
  });
}
