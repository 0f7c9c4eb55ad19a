/** Credits of the local backend (design §5.4). */

import type { Usage } from '../contract/envelope.ts';
import { BadRequestError, QuotaExceededError } from '../contract/errors.ts';

/** Credits that were bought together. */
export interface Pack {
  /** How many answers it pays for. */
  requests: number;
  /** The moment from which it is valid. */
  purchasedAt: Date;
  /** How long it is valid. */
  validDays: number;
  /** How many calls may run at once. */
  connections: number;
}

/** A credit that is set aside for a running call. */
export interface Reservation {
  /** The call was answered: the credit is charged. */
  commit(): Usage | Promise<Usage>;
  /** The call failed: the credit is free again. */
  release(): Usage | Promise<Usage>;
}

/** Counts credits. Concurrent calls never overdraw: a credit is reserved before the fetch. */
export interface UsageMeter {
  /** @throws QuotaExceededError when no credit is left */
  reserve(): Reservation | Promise<Reservation>;
  /** Credits that are not charged yet, over all packs that are valid now. */
  remaining(): number | Promise<number>;
  /** How many calls may run at once: the largest of the packs that are valid now. */
  connections(): number | Promise<number>;
  /** Ends what the meter holds open; called once when the marketplace is closed. */
  close?(): void | Promise<void>;
}

/** Options of the usage meters. */
export interface UsageOptions {
  /** Without packs the meter is unlimited. */
  packs?: readonly Pack[];
  /** Milliseconds since the epoch. @default Date.now */
  now?: () => number;
}

/** Calls at once without packs (design §5.4). */
export const DEFAULT_CONNECTIONS = 10;

const DAY_MS = 86_400_000;

interface Account {
  pack: Pack;
  from: number;
  until: number;
  charged: number;
  reserved: number;
}

/**
 * A meter in memory. The pack that expires first is charged first; a reservation is charged to its own pack, also when that expires meanwhile.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a pack that is none
 */
export function memoryUsage({ packs = [], now = Date.now }: UsageOptions = {}): UsageMeter {
  if (packs.length === 0) return unlimitedUsage();
  const accounts = packs.map(openAccount).sort((a, b) => a.until - b.until);
  const active = () => accounts.filter(({ from, until }) => from <= now() && now() < until);
  const remaining = () => active().reduce((sum, { pack, charged }) => sum + pack.requests - charged, 0);
  return {
    remaining,
    connections: () => Math.max(0, ...active().map(({ pack }) => pack.connections)),
    reserve() {
      const account = active().find(({ pack, charged, reserved }) => charged + reserved < pack.requests);
      if (account === undefined) {
        throw new QuotaExceededError('no credit is left in the active packs; add a pack', {
          usage: { requests_consumed: 0, requests_remaining: remaining() },
        });
      }
      account.reserved++;
      let open = true;
      const settle = (charge: 0 | 1): Usage => {
        if (open) {
          open = false;
          account.reserved--;
          account.charged += charge;
        }
        return { requests_consumed: charge, requests_remaining: remaining() };
      };
      return { commit: () => settle(1), release: () => settle(0) };
    },
  };
}

function unlimitedUsage(): UsageMeter {
  const usage = (requests_consumed: 0 | 1): Usage => ({
    requests_consumed,
    requests_remaining: Number.MAX_SAFE_INTEGER,
  });
  const reservation: Reservation = { commit: () => usage(1), release: () => usage(0) };
  return {
    remaining: () => Number.MAX_SAFE_INTEGER,
    connections: () => DEFAULT_CONNECTIONS,
    reserve: () => reservation,
  };
}

function openAccount(pack: Pack, index: number): Account {
  return { pack, ...validityOf(pack, index), charged: 0, reserved: 0 };
}

/**
 * From when until when a pack counts, in milliseconds since the epoch.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a pack that is none
 */
export function validityOf(pack: Pack, index: number): { from: number; until: number } {
  for (const name of ['requests', 'validDays', 'connections'] as const) {
    if (!Number.isInteger(pack[name]) || pack[name] < 1) throw invalidPack(index, name, pack[name]);
  }
  const from = Number(pack.purchasedAt);
  if (!(pack.purchasedAt instanceof Date) || Number.isNaN(from))
    throw invalidPack(index, 'purchasedAt', pack.purchasedAt);
  return { from, until: from + pack.validDays * DAY_MS };
}

function invalidPack(index: number, name: keyof Pack, value: unknown): BadRequestError {
  const wanted = name === 'purchasedAt' ? 'a Date' : 'a whole number of 1 or more';
  return new BadRequestError(`packs[${index}].${name}: ${String(value)} must be ${wanted}`, {
    code: 'INVALID_CONFIGURATION',
    parameter: `packs[${index}].${name}`,
  });
}
