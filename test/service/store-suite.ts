/** The test suite of the stores of a service. A store of your own passes it too. */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Usage } from '../../src/entries/index.ts';
import type { KeyFilter, NewResponse, ServiceStore, StoreOptions } from '../../src/entries/service.ts';
import {
  buyPack,
  createFirstKey,
  createKey,
  packOffer,
  revokeKey,
  rotateKey,
  verifyKey,
} from '../../src/service/keys.ts';
import { monotonicClock } from '../ledger/monotonic.ts';
import { describeLog } from './log-suite.ts';
import { DAY, NOW } from './records.ts';

const LEASE = { leaseMs: 1_000 };

/** It has the text that stands before the credits of a response. */
const TITLE = '\u4ef7\u683c "requests_remaining":7';

function responseOf(keyId: string, changes: Partial<NewResponse> = {}): NewResponse {
  const bodyFor = (usage: Usage) => JSON.stringify({ data: { title: TITLE }, meta: { usage } });
  const response = { keyId, idempotencyKey: 'key', fingerprint: 'call', requestId: 'a', found: true, bodyFor };
  return { ...response, keepMs: 1_000, ...changes };
}

/**
 * Runs the suite.
 *
 * @param open Opens a new store.
 * @param clock Returns a function that moves the clock by which responses expire.
 */
export function describeStore(
  name: string,
  open: (options: StoreOptions) => ServiceStore,
  clock: () => (ms: number) => unknown = monotonicClock,
): void {
  describe(name, () => {
    afterEach(() => {
      vi.restoreAllMocks();
    });

    async function setUp() {
      const store = open({ now: () => NOW });
      const { id, key } = await createKey(store, 'first', NOW);
      return { store, id, key };
    }

    it('adds the first key once, and none to a store that has a revoked one', async () => {
      const store = open({ now: () => NOW });
      const made = await Promise.all(Array.from({ length: 8 }, () => createFirstKey(store, 'first', NOW)));
      const [key, ...others] = made.filter((each) => each !== undefined);
      expect(others).toEqual([]);
      expect(await verifyKey(store, key?.key)).toMatchObject({ name: 'first' });
      await revokeKey(store, key?.id ?? '', NOW);
      expect(await createFirstKey(store, 'second', NOW)).toBeUndefined();
      expect(await store.listKeys()).toHaveLength(1);
    });

    it('verifies a key by its secret, and refuses other keys', async () => {
      const { store, id, key } = await setUp();
      expect(key).toMatch(/^bb_[0-9a-f]{12}_[\w-]{43}$/);
      expect(await verifyKey(store, key)).toMatchObject({ id, name: 'first', revokedAt: null });
      expect(JSON.stringify(await store.listKeys())).not.toContain(key.slice(16));
      for (const wrong of [
        undefined,
        '',
        'bb_',
        `${key}x`,
        key.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
        id,
      ]) {
        expect(await verifyKey(store, wrong)).toBeUndefined();
      }
    });

    it('rotates a key: the old secret no longer works, credits stay', async () => {
      const { store, id, key } = await setUp();
      await buyPack(store, id, packOffer('free', { requests: 5 }), NOW);
      const next = await rotateKey(store, id);
      expect(await verifyKey(store, key)).toBeUndefined();
      expect(await verifyKey(store, next.key)).toMatchObject({ id });
      expect(await store.ledger.remaining(id)).toBe(5);
    });

    it('revokes a key for good', async () => {
      const { store, id, key } = await setUp();
      await revokeKey(store, id, NOW + 1);
      expect(await verifyKey(store, key)).toBeUndefined();
      expect(await store.listKeys()).toMatchObject([{ id, revokedAt: NOW + 1 }]);
      await expect(revokeKey(store, id, NOW + 2)).rejects.toThrow(`key: "${id}" is not a key of this store`);
      await expect(rotateKey(store, id)).rejects.toThrow('is not a key of this store');
      await expect(rotateKey(store, 'nobody')).rejects.toThrow('key: "nobody" is not a key of this store');
    });

    it('lists keys page by page, oldest first, and one by its id', async () => {
      const store = open({ now: () => NOW });
      const ids: string[] = [];
      for (let index = 0; index < 5; index++) ids.push((await createKey(store, `key ${index}`, NOW + index)).id);
      const idsOf = async (filter: KeyFilter) => (await store.listKeys(filter)).map(({ id }) => id);
      expect(await idsOf({})).toEqual(ids);
      expect(await idsOf({ limit: 2 })).toEqual(ids.slice(0, 2));
      expect(await idsOf({ skip: 3, limit: 9 })).toEqual(ids.slice(3));
      expect(await idsOf({ skip: 9, limit: 9 })).toEqual([]);
      expect(await idsOf({ id: ids[2] })).toEqual([ids[2]]);
      expect(await idsOf({ id: 'nobody' })).toEqual([]);
    });

    it('adds a pack to a key that it has, and to no other', async () => {
      const { store, id } = await setUp();
      const pack = await buyPack(store, id, packOffer('10000'), NOW);
      expect(pack).toMatchObject({
        keyId: id,
        requests: 10_000,
        charged: 0,
        priceUsd: 9,
        expiresAt: new Date(NOW + 30 * DAY),
      });
      expect(await store.ledger.listPacks(id)).toEqual([pack]);
      await expect(buyPack(store, 'nobody', packOffer('10000'), NOW)).rejects.toThrow('"nobody" is not a key');
    });

    it('charges a credit and stores the response in one step, once for each idempotency key', async () => {
      const { store, id } = await setUp();
      await buyPack(store, id, packOffer('free', { requests: 5 }), NOW);
      expect(await store.findResponse(id, 'key')).toBeUndefined();
      const first = await store.commitResponse(await store.ledger.reserve(id, LEASE), responseOf(id));
      expect(first).toMatchObject({ usage: { requests_consumed: 1, requests_remaining: 4 } });
      const { usage: _, ...stored } = first;
      expect(stored).toEqual({
        fingerprint: 'call',
        requestId: 'a',
        found: true,
        body: JSON.stringify({ data: { title: TITLE }, meta: { usage: first.usage } }),
      });
      expect(await store.findResponse(id, 'key')).toEqual(stored);
      expect(await store.findResponse('other', 'key')).toBeUndefined();
      const reservation = await store.ledger.reserve(id, LEASE);
      expect(await store.commitResponse(reservation, responseOf(id, { requestId: 'b', found: false }))).toEqual(stored);
      expect(await store.ledger.release(reservation)).toEqual({ requests_consumed: 0, requests_remaining: 4 });
    });

    it('neither charges nor stores if the response cannot be written', async () => {
      const { store, id } = await setUp();
      await buyPack(store, id, packOffer('free', { requests: 5 }), NOW);
      const reservation = await store.ledger.reserve(id, LEASE);
      const bodyFor = () => {
        throw new Error('no body');
      };
      await expect(store.commitResponse(reservation, responseOf(id, { bodyFor }))).rejects.toThrow('no body');
      expect(await store.findResponse(id, 'key')).toBeUndefined();
    });

    it('does not store a response that was not charged', async () => {
      const { store, id } = await setUp();
      await buyPack(store, id, packOffer('free', { requests: 5 }), NOW);
      const unknown = { id: 'released', keyId: id };
      expect(await store.commitResponse(unknown, responseOf(id))).toMatchObject({
        body: expect.stringContaining('"requests_consumed":0'),
      });
      expect(await store.findResponse(id, 'key')).toBeUndefined();
    });

    it('forgets a response when it expires', async () => {
      const later = clock();
      const wall = { now: NOW };
      const store = open({ now: () => wall.now });
      const { id } = await createKey(store, 'first', NOW);
      await buyPack(store, id, packOffer('free', { requests: 5 }), NOW);
      const kept = { keepMs: 100_000 };
      await store.commitResponse(await store.ledger.reserve(id, LEASE), responseOf(id, kept));
      // Setting the clock of the machine changes nothing: a repeated request would be charged again.
      for (const jump of [DAY, -2 * DAY, DAY]) {
        wall.now += jump;
        expect(await store.findResponse(id, 'key')).toMatchObject({ requestId: 'a' });
      }
      await later(90_000);
      expect(await store.findResponse(id, 'key')).toMatchObject({ requestId: 'a' });
      await later(10_000);
      expect(await store.findResponse(id, 'key')).toBeUndefined();
      const again = responseOf(id, { requestId: 'b' });
      await store.commitResponse(await store.ledger.reserve(id, LEASE), again);
      expect(await store.findResponse(id, 'key')).toMatchObject({ requestId: 'b' });
    });

    it('drops the oldest responses beyond its limit of bytes', async () => {
      const store = open({ now: () => NOW, responseBytes: 20_000 });
      const { id } = await createKey(store, 'first', NOW);
      await buyPack(store, id, packOffer('10000'), NOW);
      for (let call = 0; call < 200; call++) {
        const body = randomBytes(500).toString('hex');
        const response = responseOf(id, { idempotencyKey: `key-${call}`, keepMs: 1_000 + call, bodyFor: () => body });
        await store.commitResponse(await store.ledger.reserve(id, LEASE), response);
      }
      expect(await store.findResponse(id, 'key-0')).toBeUndefined();
      expect(await store.findResponse(id, 'key-99')).toBeUndefined();
      expect(await store.findResponse(id, 'key-195')).toBeDefined();
    });
  });

  describeLog(name, open);
}
