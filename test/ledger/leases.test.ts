import { afterEach, describe, expect, it, vi } from 'vitest';
import { RateLimitError } from '../../src/entries/index.ts';
import { type Ledger, memoryLedger } from '../../src/entries/local.ts';
import { Leases } from '../../src/ledger/leases.ts';

const LEASE_MS = 3_000;

async function setUp(requests: number): Promise<{ ledger: Ledger; leases: Leases }> {
  vi.useFakeTimers();
  const ledger = memoryLedger();
  await ledger.addPack('a', { requests, purchasedAt: new Date(0), validDays: 100_000, connections: 10 });
  return { ledger, leases: new Leases(ledger, LEASE_MS) };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('Leases', () => {
  it('renews reservations until they are charged or freed', async () => {
    const { ledger, leases } = await setUp(2);
    const [first, second] = [await leases.reserve('a'), await leases.reserve('a')];
    expect(leases.size).toBe(2);
    await vi.advanceTimersByTimeAsync(10 * LEASE_MS);
    await expect(ledger.reserve('a', { leaseMs: LEASE_MS })).rejects.toThrow(RateLimitError);
    expect(await first.commit()).toEqual({ requests_consumed: 1, requests_remaining: 1 });
    expect(await second.release()).toEqual({ requests_consumed: 0, requests_remaining: 1 });
    expect({ open: leases.size, timers: vi.getTimerCount() }).toEqual({ open: 0, timers: 0 });
  });

  it('stops renewing a reservation that the ledger cannot charge', async () => {
    const { ledger, leases } = await setUp(1);
    const lease = await leases.reserve('a');
    ledger.commit = () => Promise.reject(new Error('the disk is full'));
    await expect(lease.commit()).rejects.toThrow('the disk is full');
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    await ledger.reserve('a', { leaseMs: LEASE_MS });
  });

  it('frees a credit that a ledger reserves after the end', async () => {
    const { ledger, leases } = await setUp(1);
    const reserve = ledger.reserve.bind(ledger);
    const answer = Promise.withResolvers<void>();
    ledger.reserve = async (...given) => {
      await answer.promise;
      return reserve(...given);
    };
    const late = leases.reserve('a');
    await leases.close();
    answer.resolve();
    await expect(late).rejects.toThrow('the marketplace was closed');
    expect([leases.size, vi.getTimerCount(), await ledger.remaining('a')]).toEqual([0, 0, 1]);
    await reserve('a', { leaseMs: LEASE_MS });
  });

  it('continues after a renewal that failed', async () => {
    const { ledger, leases } = await setUp(1);
    const lease = await leases.reserve('a');
    const renew = vi.spyOn(ledger, 'renew').mockRejectedValueOnce(new Error('the ledger is busy'));
    await vi.advanceTimersByTimeAsync(2 * LEASE_MS);
    expect(renew.mock.calls.length).toBeGreaterThan(1);
    expect(await lease.commit()).toMatchObject({ requests_consumed: 1 });
  });
});
