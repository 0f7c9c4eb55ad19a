import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RateLimitError, UnavailableError } from '../../../src/entries/index.ts';
import type { Ledger, Reservation } from '../../../src/entries/local.ts';
import { redisLedger } from '../../../src/ledger/stores/redis-ledger.ts';
import { redisConnection } from '../../../src/redis/connection.ts';
import { hasRedis } from '../../redis/server.ts';
import { chargedOf, FarServer, KEY, LEASE, whenBack } from './two-ledgers.ts';

const FREE = { requests_consumed: 0 };
const CHARGED = { requests_consumed: 1 };

describe.skipIf(!hasRedis)('redisLedger, when responses of Redis are lost', () => {
  let far: FarServer;
  beforeAll(async () => {
    far = await FarServer.start();
  });
  afterEach(() => far.heal());
  afterAll(() => far[Symbol.asyncDispose]());

  it('takes back a charge whose response was lost, when the call is released', async () => {
    const { ledger, other } = await far.ledgers(3);
    const reservation = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' });
    far.network.mute();
    await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    expect(await chargedOf(other)).toEqual([1]);
    far.network.heal();
    expect(await whenBack(() => ledger.release(reservation))).toEqual({ ...FREE, requests_remaining: 3 });
    expect(await ledger.release(reservation)).toEqual({ ...FREE, requests_remaining: 3 });
    const again = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' });
    expect(await ledger.commit(again)).toEqual({ ...CHARGED, requests_remaining: 2 });
  });

  it('keeps a charge whose response was lost, if a call with the same charge id has been free because of it', async () => {
    const { ledger, other } = await far.ledgers(3);
    const reservation = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' });
    far.network.mute();
    await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    const again = await other.reserve(KEY, { ...LEASE, chargeId: 'job' });
    expect(await other.commit(again)).toEqual({ ...FREE, requests_remaining: 2 });
    far.network.heal();
    expect(await whenBack(() => ledger.release(reservation))).toEqual({ ...FREE, requests_remaining: 2 });
    const third = await other.reserve(KEY, { ...LEASE, chargeId: 'job' });
    expect(await other.commit(third)).toEqual({ ...FREE, requests_remaining: 2 });
  });

  it('charges a call that was to be free, if the charge of its charge id is taken back meanwhile', async () => {
    const { ledger, other } = await far.ledgers(3);
    const reservation = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' });
    far.network.mute();
    await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    const again = await other.reserve(KEY, { ...LEASE, chargeId: 'job' });
    far.network.heal();
    expect(await whenBack(() => ledger.release(reservation))).toEqual({ ...FREE, requests_remaining: 3 });
    expect(await other.commit(again)).toEqual({ ...CHARGED, requests_remaining: 2 });
  });

  it('charges once when a commit is repeated whose response was lost, and says so', async () => {
    const { ledger, other } = await far.ledgers(3);
    const reservation = await ledger.reserve(KEY, LEASE);
    far.network.mute();
    await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    far.network.heal();
    expect(await whenBack(() => ledger.commit(reservation))).toEqual({ ...CHARGED, requests_remaining: 2 });
    expect(await ledger.commit(reservation)).toEqual({ ...FREE, requests_remaining: 2 });
    expect(await chargedOf(other)).toEqual([1]);
  });

  it('charges and reserves once when responses are lost while a call waits', async () => {
    const { prefix, ledger, other } = await far.ledgers(2, 20_000);
    far.network.mute();
    const reserving = ledger.reserve(KEY, LEASE);
    // The server has the reservation, and the process does not know it.
    const connection = far.opening(redisConnection(far.server.url));
    const held = () => connection.command<unknown[]>('ZRANGE', `${prefix}:{k:${KEY}}:held`, 0, -1);
    await expect.poll(async () => (await held()).length).toBe(1);
    far.network.heal();
    const reservation = await reserving;
    const second = await other.reserve(KEY, LEASE);
    await expect(other.reserve(KEY, LEASE)).rejects.toThrow(RateLimitError);
    far.network.mute();
    const committing = ledger.commit(reservation);
    await expect.poll(() => chargedOf(other)).toEqual([1]);
    far.network.heal();
    expect(await committing).toEqual({ ...CHARGED, requests_remaining: 1 });
    await other.release(second);
    expect(await chargedOf(other)).toEqual([1]);
  });

  it('takes back a charge when the last of all calls that relied on it is released', async () => {
    const { prefix, other } = await far.ledgers(3);
    // Three processes, each with a connection.
    const ledgers = [1, 2, 3].map(() => far.opening(redisLedger(far.network.url, { prefix, waitMs: 1_500 })));
    const calls: { ledger: Ledger; reservation: Reservation }[] = [];
    for (const ledger of ledgers) {
      const reservation = await whenBack(() => ledger.reserve(KEY, { ...LEASE, chargeId: 'job' }));
      calls.push({ ledger, reservation });
    }
    far.network.mute();
    // The first one is charged, and the others are free because of it. No call gets a response.
    for (const { ledger, reservation } of calls)
      await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    expect(await chargedOf(other)).toEqual([1]);
    far.network.heal();
    const left: number[] = [];
    for (const { ledger, reservation } of [...calls, ...calls])
      left.push((await whenBack(() => ledger.release(reservation))).requests_remaining);
    expect(left).toEqual([2, 2, 3, 3, 3, 3]);
    const again = await other.reserve(KEY, { ...LEASE, chargeId: 'job' });
    expect(await other.commit(again)).toEqual({ ...CHARGED, requests_remaining: 2 });
  });

  it('says that a free call is free when its commit is repeated', async () => {
    const { ledger, other } = await far.ledgers(3);
    await other.commit(await other.reserve(KEY, { ...LEASE, chargeId: 'job' }));
    const reservation = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' });
    far.network.mute();
    await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    far.network.heal();
    expect(await whenBack(() => ledger.commit(reservation))).toEqual({ ...FREE, requests_remaining: 2 });
    expect(await ledger.release(reservation)).toEqual({ ...FREE, requests_remaining: 2 });
    expect(await chargedOf(other)).toEqual([1]);
  });

  it('makes a job free whose process was killed between the charge and its response', async () => {
    const { ledger, other } = await far.ledgers(1);
    const reservation = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' });
    far.network.mute();
    await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    // The process releases nothing. Another one has the job, although no credit is left.
    const again = await other.reserve(KEY, { ...LEASE, chargeId: 'job' });
    expect(await other.commit(again)).toEqual({ ...FREE, requests_remaining: 0 });
    expect(await chargedOf(other)).toEqual([1]);
  });

  it('charges once when the lease lapses before the commit, whose response is lost', async () => {
    const { ledger, other } = await far.ledgers(2, 20_000);
    const reservation = await ledger.reserve(KEY, { leaseMs: 1 });
    far.network.mute();
    const committing = ledger.commit(reservation);
    await expect.poll(() => chargedOf(other)).toEqual([1]);
    far.network.heal();
    expect(await committing).toEqual({ ...CHARGED, requests_remaining: 1 });
    expect(await ledger.release(reservation)).toEqual({ ...FREE, requests_remaining: 1 });
  });

  it('charges nothing when the lease lapses while the network is cut, and another call has the credit', async () => {
    const { ledger, other } = await far.ledgers(1);
    const reservation = await ledger.reserve(KEY, { leaseMs: 1 });
    far.network.cut();
    await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    const second = await other.reserve(KEY, LEASE);
    far.network.heal();
    expect(await whenBack(() => ledger.commit(reservation))).toEqual({ ...FREE, requests_remaining: 1 });
    expect(await other.commit(second)).toEqual({ ...CHARGED, requests_remaining: 0 });
  });

  it('ignores a commit that arrives after the release', async () => {
    const { prefix, ledger, other } = await far.ledgers(3);
    const reservation = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' });
    await other.release(reservation);
    const late = far.opening(redisLedger(far.server.url, { prefix }));
    expect(await late.commit(reservation)).toEqual({ ...FREE, requests_remaining: 3 });
    expect(await chargedOf(other)).toEqual([0]);
  });
});
