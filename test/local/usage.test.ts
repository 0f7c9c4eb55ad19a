import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { QuotaExceededError } from '../../src/index.ts';
import {
  fileUsage,
  memoryUsage,
  type Pack,
  type Reservation,
  type UsageMeter,
  type UsageOptions,
} from '../../src/local.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-01-01T00:00:00Z');

const pack = (requests: number, options: Partial<Pack> = {}): Pack => ({
  requests,
  purchasedAt: new Date(START),
  validDays: 30,
  connections: 10,
  ...options,
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-usage-'));
  folders.push(folder);
  return join(folder, 'usage.sqlite');
}

const meters: [string, (options: UsageOptions) => UsageMeter][] = [
  ['memoryUsage', memoryUsage],
  ['fileUsage', (options) => fileUsage(freshFile(), options)],
];

describe.each(meters)('%s', (_, open) => {
  it('is unlimited without packs', async () => {
    const meter = open({});
    expect(await (await meter.reserve()).commit()).toEqual({
      requests_consumed: 1,
      requests_remaining: Number.MAX_SAFE_INTEGER,
    });
    expect(await meter.connections()).toBe(10);
    await meter.close?.();
  });

  it('charges on commit, once, and not on release', async () => {
    const meter = open({ packs: [pack(3)], now: () => START });
    const reservation = await meter.reserve();
    expect(await meter.remaining()).toBe(3);
    expect(await reservation.commit()).toEqual({ requests_consumed: 1, requests_remaining: 2 });
    await reservation.commit();
    await reservation.release();
    expect(await meter.remaining()).toBe(2);
    expect(await (await meter.reserve()).release()).toEqual({ requests_consumed: 0, requests_remaining: 2 });
    await meter.close?.();
  });

  it('charges the pack that expires first, sums what is active, and ends at the instant of expiry', async () => {
    let now = START;
    const meter = open({
      packs: [pack(5, { validDays: 60, connections: 25 }), pack(2, { validDays: 30 })],
      now: () => now,
    });
    expect(await meter.remaining()).toBe(7);
    expect(await meter.connections()).toBe(25);
    for (let call = 0; call < 3; call++) await (await meter.reserve()).commit();
    expect(await meter.remaining()).toBe(4);
    now = START + 30 * DAY;
    expect(await meter.remaining()).toBe(4);
    now = START + 60 * DAY - 1;
    expect(await meter.remaining()).toBe(4);
    now = START + 60 * DAY;
    expect(await meter.remaining()).toBe(0);
    expect(() => meter.reserve()).toThrow(QuotaExceededError);
    await meter.close?.();
  });

  it('does not count a pack that is yet to come', async () => {
    const meter = open({ packs: [pack(5, { purchasedAt: new Date(START + DAY) })], now: () => START });
    expect(await meter.remaining()).toBe(0);
    expect(() => meter.reserve()).toThrow(
      expect.objectContaining({ code: 'QUOTA_EXCEEDED', usage: { requests_consumed: 0, requests_remaining: 0 } }),
    );
    await meter.close?.();
  });

  it('agrees with a model under random interleavings of fifty calls', async () => {
    const step = fc.record({ action: fc.constantFrom('reserve', 'commit', 'release', 'wait'), pick: fc.nat(49) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 }),
        fc.array(step, { maxLength: 150 }),
        async (sizes, steps) => {
          let now = START;
          const packs = sizes.map((requests, index) => pack(requests, { validDays: 10 * (index + 1) }));
          const meter = open({ packs, now: () => now });
          const model = packs.map(({ requests, validDays }) => ({
            credits: requests,
            free: requests,
            until: START + validDays * DAY,
          }));
          const running: { reservation: Reservation; from: (typeof model)[number] }[] = [];
          for (const { action, pick } of steps) {
            const active = model.filter(({ until }) => now < until);
            if (action === 'wait') now += DAY;
            else if (action === 'reserve' && running.length < 50) {
              const from = active.find(({ free }) => free > 0);
              if (from === undefined) expect(() => meter.reserve()).toThrow(QuotaExceededError);
              else {
                running.push({ reservation: await meter.reserve(), from });
                from.free--;
              }
            } else if (action !== 'reserve' && running.length > 0) {
              const [call] = running.splice(pick % running.length, 1);
              if (call === undefined) continue;
              if (action === 'commit') call.from.credits--;
              else call.from.free++;
              await call.reservation[action as 'commit' | 'release']();
            }
            const left = model.filter(({ until }) => now < until).reduce((sum, { credits }) => sum + credits, 0);
            expect(await meter.remaining()).toBe(left);
          }
          await meter.close?.();
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each([
    [{ requests: 0 }, 'packs[0].requests'],
    [{ validDays: 1.5 }, 'packs[0].validDays'],
    [{ connections: Number.NaN }, 'packs[0].connections'],
    [{ purchasedAt: new Date('no') }, 'packs[0].purchasedAt'],
  ])('refuses the pack %o by the name of %s', (wrong, parameter) => {
    expect(() => open({ packs: [pack(1, wrong)] })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter }),
    );
  });
});

describe('fileUsage', () => {
  it('goes on where it was, with the same packs and with more', async () => {
    const path = freshFile();
    const now = () => START;
    const first = fileUsage(path, { packs: [pack(3), pack(3)], now });
    await (await first.reserve()).commit();
    await first.close?.();
    const second = fileUsage(path, { packs: [pack(3), pack(3)], now });
    expect(await second.remaining()).toBe(5);
    await second.close?.();
    const third = fileUsage(path, { packs: [pack(10, { validDays: 90 })], now });
    expect(await third.remaining()).toBe(15);
    await third.close?.();
    const fourth = fileUsage(path, { now });
    expect(await fourth.remaining()).toBe(15);
    await fourth.close?.();
  });

  it('is shared by two meters, which never overdraw together', async () => {
    const path = freshFile();
    const now = () => START;
    const [one, other] = [fileUsage(path, { packs: [pack(3)], now }), fileUsage(path, { packs: [pack(3)], now })];
    const reservations = [await one.reserve(), await other.reserve(), await one.reserve()];
    expect(() => other.reserve()).toThrow(QuotaExceededError);
    await reservations[1]?.release();
    await (await one.reserve()).commit();
    expect(await other.remaining()).toBe(2);
    await one.close?.();
    await other.close?.();
  });
});
