/** The promises of every ledger. */
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { QuotaExceededError, RateLimitError } from '../../src/entries/index.ts';
import type { Ledger, LedgerOptions, NewPack, Reservation } from '../../src/entries/local.ts';
import { runsOf } from '../runs.ts';
import { monotonicClock } from './monotonic.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-01-01T00:00:00Z');
const LEASE = { leaseMs: 1_000 };
const KEY = 'a';

const pack = (requests: number, changes: Partial<NewPack> = {}): NewPack => ({
  requests,
  purchasedAt: new Date(NOW),
  validDays: 30,
  connections: 10,
  ...changes,
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Defines the tests of a ledger. @param open Opens an empty one. */
export function ledgerSuite(open: (options: LedgerOptions) => Ledger): void {
  async function setUp(...packs: NewPack[]) {
    const clock = { now: NOW };
    const ledger = open({ now: () => clock.now });
    for (const each of packs) await ledger.addPack(KEY, each);
    const charge = async () => ledger.commit(await ledger.reserve(KEY, LEASE));
    const charged = async () => (await ledger.listPacks(KEY)).map((each) => each.charged);
    return { clock, ledger, charge, charged };
  }

  it('returns packs as they were added, the one that expires first at the head', async () => {
    const { ledger } = await setUp(pack(5, { id: 'long', validDays: 60, priceUsd: 9 }), pack(2, { id: 'short' }));
    const short = { requests: 2, charged: 0, connections: 10, priceUsd: 0, purchasedAt: new Date(NOW), validDays: 30 };
    expect(await ledger.listPacks(KEY)).toEqual([
      { ...short, id: 'short', keyId: KEY, expiresAt: new Date(NOW + 30 * DAY) },
      {
        ...short,
        id: 'long',
        keyId: KEY,
        requests: 5,
        priceUsd: 9,
        validDays: 60,
        expiresAt: new Date(NOW + 60 * DAY),
      },
    ]);
    expect(await ledger.listPacks()).toHaveLength(2);
    expect(await ledger.listPacks('b')).toEqual([]);
  });

  it('gives a pack that is added again its new numbers, and keeps what is charged', async () => {
    const { ledger, charge } = await setUp(pack(100, { id: 'one' }));
    await charge();
    const later = pack(200, {
      id: 'one',
      validDays: 60,
      connections: 25,
      priceUsd: 9,
      purchasedAt: new Date(NOW - DAY),
    });
    const changed = { ...later, keyId: KEY, charged: 1, expiresAt: new Date(NOW + 59 * DAY) };
    expect(await ledger.addPack(KEY, later)).toEqual(changed);
    expect(await ledger.listPacks()).toEqual([changed]);
    expect([await ledger.remaining(KEY), await ledger.connections(KEY)]).toEqual([199, 25]);
  });

  it('takes the time of the first addition for the purchase date if there is none', async () => {
    const { ledger, clock } = await setUp(pack(3, { id: 'one', purchasedAt: undefined, priceUsd: 9 }));
    clock.now += DAY;
    await ledger.addPack(KEY, pack(5, { id: 'one', purchasedAt: undefined }));
    expect(await ledger.listPacks(KEY)).toMatchObject([{ requests: 5, purchasedAt: new Date(NOW), priceUsd: 9 }]);
  });

  it('has no credits of a pack whose requests are set below what is charged and reserved', async () => {
    const { ledger, charge, charged } = await setUp(pack(5, { id: 'one' }), pack(3, { id: 'two', validDays: 60 }));
    await charge();
    await charge();
    const running = await ledger.reserve(KEY, LEASE);
    await ledger.addPack(KEY, pack(1, { id: 'one' }));
    expect(await ledger.remaining(KEY)).toBe(3);
    expect(await ledger.commit(running)).toEqual({ requests_consumed: 1, requests_remaining: 3 });
    await charge();
    expect(await charged()).toEqual([3, 1]);
  });

  it('refuses the id of a pack of another key', async () => {
    const { ledger } = await setUp(pack(3, { id: 'one' }));
    await expect(ledger.addPack('b', pack(9, { id: 'one' }))).rejects.toMatchObject({ parameter: 'id' });
    expect(await ledger.listPacks()).toMatchObject([{ keyId: KEY, requests: 3 }]);
  });

  it.each([
    [{ requests: 0 }, 'requests'],
    [{ validDays: 1.5 }, 'validDays'],
    [{ connections: Number.NaN }, 'connections'],
    [{ purchasedAt: new Date('no') }, 'purchasedAt'],
  ])('refuses the pack %o by the name of %s', async (wrong, parameter) => {
    const { ledger } = await setUp();
    await expect(ledger.addPack(KEY, pack(1, wrong))).rejects.toMatchObject({ code: 'INVALID_PARAMETER', parameter });
  });

  it('charges a credit on commit, once, and none on release', async () => {
    const { ledger } = await setUp(pack(3));
    const first = await ledger.reserve(KEY, LEASE);
    expect(await ledger.remaining(KEY)).toBe(3);
    expect(await ledger.commit(first)).toEqual({ requests_consumed: 1, requests_remaining: 2 });
    expect(await ledger.commit(first)).toEqual({ requests_consumed: 0, requests_remaining: 2 });
    expect(await ledger.release(first)).toEqual({ requests_consumed: 0, requests_remaining: 2 });
    const second = await ledger.reserve(KEY, LEASE);
    expect(await ledger.release(second)).toEqual({ requests_consumed: 0, requests_remaining: 2 });
    expect(await ledger.commit(second)).toEqual({ requests_consumed: 0, requests_remaining: 2 });
  });

  it('adds up the credits of valid packs and charges the pack that expires first', async () => {
    const { ledger, clock, charge, charged } = await setUp(pack(5, { validDays: 60, connections: 25 }), pack(2));
    expect(await ledger.remaining(KEY)).toBe(7);
    expect(await ledger.connections(KEY)).toBe(25);
    for (let call = 0; call < 3; call++) await charge();
    expect(await charged()).toEqual([2, 1]);
    clock.now = NOW + 60 * DAY - 1;
    expect(await ledger.remaining(KEY)).toBe(4);
    clock.now = NOW + 60 * DAY;
    expect(await ledger.remaining(KEY)).toBe(0);
    expect(await ledger.connections(KEY)).toBe(0);
    await expect(charge()).rejects.toThrow(QuotaExceededError);
  });

  it('does not count a pack before its purchase date', async () => {
    const { ledger, charge } = await setUp(pack(5, { purchasedAt: new Date(NOW + DAY) }));
    expect(await ledger.remaining(KEY)).toBe(0);
    await expect(charge()).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      usage: { requests_consumed: 0, requests_remaining: 0 },
    });
  });

  it('never reserves the same credit twice, and tells credits that running calls hold from used ones', async () => {
    const { ledger } = await setUp(pack(1), pack(1, { validDays: 60 }));
    const first = await ledger.reserve(KEY, LEASE);
    const second = await ledger.reserve(KEY, LEASE);
    await expect(ledger.reserve(KEY, LEASE)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: 1_000,
      message: 'running calls hold the last 2 credits of this key. Wait for one to end.',
      usage: { requests_consumed: 0, requests_remaining: 2 },
    });
    await ledger.release(first);
    await ledger.commit(await ledger.reserve(KEY, LEASE));
    await expect(ledger.reserve(KEY, LEASE)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: 'running calls hold the last credit of this key. Wait for one to end.',
    });
    await ledger.commit(second);
    await expect(ledger.reserve(KEY, LEASE)).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      usage: { requests_consumed: 0, requests_remaining: 0 },
    });
  });

  it('limits calls at once to the largest connections of the packs', async () => {
    const { ledger } = await setUp(pack(50, { connections: 2 }), pack(50, { connections: 3 }));
    const running = await Promise.all([1, 2, 3].map(() => ledger.reserve(KEY, LEASE)));
    const refused = await ledger.reserve(KEY, LEASE).catch((error) => error);
    expect(refused).toBeInstanceOf(RateLimitError);
    expect(refused).toMatchObject({ retryAfterMs: 1000, usage: { requests_remaining: 100 } });
    await ledger.commit(running[0] as Reservation);
    await ledger.reserve(KEY, LEASE);
  });

  it("keeps one key's calls and credits apart from another's", async () => {
    const { ledger } = await setUp(pack(5, { connections: 1 }));
    await ledger.reserve(KEY, LEASE);
    await expect(ledger.reserve('b', LEASE)).rejects.toThrow(QuotaExceededError);
    await ledger.addPack('b', pack(10));
    await ledger.commit(await ledger.reserve('b', LEASE));
    expect([await ledger.remaining(KEY), await ledger.remaining('b')]).toEqual([5, 9]);
  });

  it('frees reservations whose lease is over, and keeps those that are renewed', async () => {
    const later = monotonicClock();
    const { ledger } = await setUp(pack(2));
    const renewed = await ledger.reserve(KEY, LEASE);
    await ledger.reserve(KEY, LEASE);
    later(999);
    await ledger.renew([renewed], LEASE);
    await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(RateLimitError);
    later(1);
    await ledger.reserve(KEY, LEASE);
    await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(RateLimitError);
  });

  it.each([
    ['forward', DAY],
    ['backward', -DAY],
  ])('keeps leases exact when somebody sets the clock of the machine a day %s', async (_, jump) => {
    const later = monotonicClock();
    const { ledger, clock, charged } = await setUp(pack(2, { purchasedAt: new Date(NOW - 9 * DAY) }));
    const alive = await ledger.reserve(KEY, LEASE);
    await ledger.reserve(KEY, LEASE);
    clock.now += jump;
    later(500);
    await ledger.renew([alive], LEASE);
    later(499);
    await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(RateLimitError);
    // The other lease is over, and not a day later.
    later(1);
    const next = await ledger.reserve(KEY, LEASE);
    await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(RateLimitError);
    expect([await ledger.commit(alive), await ledger.commit(next)]).toMatchObject([
      { requests_consumed: 1 },
      { requests_consumed: 1 },
    ]);
    expect(await charged()).toEqual([2]);
  });

  it('refuses a commit whose signal has aborted: the credit stays reserved until it is freed', async () => {
    const { ledger, charged } = await setUp(pack(1));
    const reservation = await ledger.reserve(KEY, LEASE);
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(ledger.commit(reservation, { signal })).rejects.toThrow('too late');
    await ledger.release(reservation);
    expect(await charged()).toEqual([0]);
    await ledger.reserve(KEY, LEASE);
  });

  it('charges a lapsed reservation if a credit is free, and never overdraws a pack', async () => {
    const later = monotonicClock();
    const { ledger, charged } = await setUp(pack(2));
    const late = await ledger.reserve(KEY, LEASE);
    const tooLate = await ledger.reserve(KEY, LEASE);
    later(1000);
    await ledger.renew([late, tooLate], LEASE);
    const next = await ledger.reserve(KEY, LEASE);
    expect(await ledger.commit(late)).toEqual({ requests_consumed: 1, requests_remaining: 1 });
    expect(await ledger.commit(tooLate)).toEqual({ requests_consumed: 0, requests_remaining: 1 });
    expect(await ledger.commit(next)).toEqual({ requests_consumed: 1, requests_remaining: 0 });
    expect(await charged()).toEqual([2]);
  });

  it('charges a reservation to its own pack even if that expires meanwhile', async () => {
    const { ledger, clock, charged } = await setUp(pack(2, { validDays: 1 }), pack(2, { validDays: 2 }));
    clock.now = NOW + DAY - 1;
    const reservation = await ledger.reserve(KEY, LEASE);
    clock.now = NOW + DAY;
    expect(await ledger.commit(reservation)).toEqual({ requests_consumed: 1, requests_remaining: 2 });
    expect(await charged()).toEqual([1, 0]);
  });

  it('charges reservations with the same charge id once, one after the other and at the same time', async () => {
    const { ledger, charged } = await setUp(pack(9));
    const job = { ...LEASE, chargeId: 'job 1' };
    const [first, second] = [await ledger.reserve(KEY, job), await ledger.reserve(KEY, job)];
    expect(await ledger.commit(second)).toEqual({ requests_consumed: 1, requests_remaining: 8 });
    expect(await ledger.commit(first)).toEqual({ requests_consumed: 0, requests_remaining: 8 });
    expect(await ledger.commit(await ledger.reserve(KEY, job))).toEqual({
      requests_consumed: 0,
      requests_remaining: 8,
    });
    expect(await charged()).toEqual([1]);
  });

  it('holds a credit for each running reservation of a charge id, and frees it at its end', async () => {
    const { ledger } = await setUp(pack(2));
    const job = { ...LEASE, chargeId: 'job 1' };
    const [first, second] = [await ledger.reserve(KEY, job), await ledger.reserve(KEY, job)];
    await expect(ledger.reserve(KEY, job)).rejects.toThrow(RateLimitError);
    await ledger.commit(first);
    await ledger.release(second);
    const other = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job 2' });
    expect(await ledger.commit(other)).toEqual({ requests_consumed: 1, requests_remaining: 0 });
  });

  it('charges a charge id whose earlier reservations failed', async () => {
    const { ledger, charged } = await setUp(pack(1));
    const job = { ...LEASE, chargeId: 'job 1' };
    await ledger.release(await ledger.reserve(KEY, job));
    expect(await ledger.commit(await ledger.reserve(KEY, job))).toMatchObject({ requests_consumed: 1 });
    expect(await charged()).toEqual([1]);
  });

  it('reserves a charge id that is charged even if no credit is left and no pack is valid', async () => {
    const { ledger, clock, charged } = await setUp(pack(1));
    const job = { ...LEASE, chargeId: 'job 1' };
    const charge = async () => ledger.commit(await ledger.reserve(KEY, job));
    await charge();
    await expect(ledger.reserve(KEY, { ...LEASE, chargeId: 'job 2' })).rejects.toThrow(QuotaExceededError);
    expect(await charge()).toEqual({ requests_consumed: 0, requests_remaining: 0 });
    const released = await ledger.release(await ledger.reserve(KEY, job));
    expect(released).toEqual({ requests_consumed: 0, requests_remaining: 0 });
    clock.now = NOW + 30 * DAY;
    expect(await charge()).toEqual({ requests_consumed: 0, requests_remaining: 0 });
    expect(await charged()).toEqual([1]);
  });

  it('counts calls that cost nothing as connections', async () => {
    const { ledger } = await setUp(pack(9, { connections: 1 }));
    const job = { ...LEASE, chargeId: 'job 1' };
    await ledger.commit(await ledger.reserve(KEY, job));
    const running = await ledger.reserve(KEY, job);
    await expect(ledger.reserve(KEY, job)).rejects.toThrow(RateLimitError);
    await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(RateLimitError);
    await ledger.release(running);
    await ledger.reserve(KEY, LEASE);
  });

  it("keeps one key's charge ids apart from another's", async () => {
    const { ledger } = await setUp(pack(5));
    await ledger.addPack('b', pack(5));
    for (const [key, chargeId] of [
      [KEY, 'job'],
      ['b', 'job'],
      [KEY, 'b","job'],
    ] as const) {
      const reservation = await ledger.reserve(key, { ...LEASE, chargeId });
      expect(await ledger.commit(reservation)).toMatchObject({ requests_consumed: 1 });
    }
  });

  it('does not charge a lapsed reservation whose charge id is charged meanwhile', async () => {
    const later = monotonicClock();
    const { ledger, charged } = await setUp(pack(3));
    const job = { ...LEASE, chargeId: 'job 1' };
    const late = await ledger.reserve(KEY, job);
    later(1_000);
    await ledger.commit(await ledger.reserve(KEY, job));
    expect(await ledger.commit(late)).toEqual({ requests_consumed: 0, requests_remaining: 2 });
    expect(await charged()).toEqual([1]);
  });

  it('forgets charge ids after seven days by its own clock', async () => {
    const later = monotonicClock();
    const { ledger, clock, charged } = await setUp(pack(9));
    const job = { ...LEASE, chargeId: 'job 1' };
    const charge = async () => (await ledger.commit(await ledger.reserve(KEY, job))).requests_consumed;
    expect(await charge()).toBe(1);
    clock.now += 20 * DAY;
    later(7 * DAY - 1);
    expect(await charge()).toBe(0);
    later(1);
    expect([await charge(), await charge()]).toEqual([1, 0]);
    expect(await charged()).toEqual([2]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15, '2026', undefined])('refuses the time %s', async (time) => {
    const ledger = open({ now: () => time as number });
    await expect(ledger.addPack(KEY, pack(1, { purchasedAt: undefined }))).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter: 'now',
      message: `now: returned ${typeof time === 'string' ? '"2026"' : time}: expected milliseconds since the epoch.`,
    });
    await ledger.close();
  });

  it('agrees with a model under random interleavings of fifty calls', { timeout: 30_000 }, async () => {
    const step = fc.record({ action: fc.constantFrom('reserve', 'commit', 'release', 'wait'), pick: fc.nat(49) });
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.array(step, { maxLength: 100 }), async (sizes, steps) => {
        const packs = sizes.map((requests, index) =>
          pack(requests, { validDays: 10 * (index + 1), connections: 50, id: String(index) }),
        );
        const { ledger, clock } = await setUp(...packs);
        const model = packs.map(({ requests, validDays }) => ({
          credits: requests,
          free: requests,
          until: NOW + validDays * DAY,
        }));
        const running: { reservation: Reservation; from: (typeof model)[number] }[] = [];
        const lease = { leaseMs: 1000 * DAY };
        for (const { action, pick } of steps) {
          const active = model.filter(({ until }) => clock.now < until);
          if (action === 'wait') clock.now += DAY;
          else if (action === 'reserve' && running.length < 50) {
            const from = active.find(({ free }) => free > 0);
            const isUsed = active.every(({ credits }) => credits === 0);
            const refusal = isUsed ? QuotaExceededError : RateLimitError;
            if (from === undefined) await expect(ledger.reserve(KEY, lease)).rejects.toThrow(refusal);
            else {
              running.push({ reservation: await ledger.reserve(KEY, lease), from });
              from.free--;
            }
          } else if (action !== 'reserve' && running.length > 0) {
            const [call] = running.splice(pick % running.length, 1);
            if (call === undefined) continue;
            if (action === 'commit') call.from.credits--;
            else call.from.free++;
            await ledger[action as 'commit' | 'release'](call.reservation);
          }
          const left = model.filter(({ until }) => clock.now < until).reduce((sum, { credits }) => sum + credits, 0);
          expect(await ledger.remaining(KEY)).toBe(left);
        }
        await ledger.close();
      }),
      runsOf(15, 3),
    );
  });
}
