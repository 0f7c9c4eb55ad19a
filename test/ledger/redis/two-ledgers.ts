/** Two ledgers of the same credits in Redis: one behind a network that can fail, one beside it. */
import { UnavailableError } from '../../../src/entries/index.ts';
import type { Ledger } from '../../../src/entries/local.ts';
import { redisLedger } from '../../../src/ledger/stores/redis-ledger.ts';
import { type CuttableProxy, cuttableProxy, type RedisServer, startRedis } from '../../redis/server.ts';

/** The key that has the pack. */
export const KEY = 'a';
export const LEASE = { leaseMs: 60_000 };

/** Returns a pack that is always valid. */
export function packOf(requests: number) {
  return { id: 'one', requests, purchasedAt: new Date(0), validDays: 100_000, connections: 10 };
}

/** Returns the credits that are charged, by pack. */
export async function chargedOf(ledger: Ledger): Promise<number[]> {
  return (await ledger.listPacks(KEY)).map(({ charged }) => charged);
}

/** Repeats work until the connection is back. */
export async function whenBack<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
    }
  }
}

/** A server, a network in front of it, and what tests have opened there. */
export class FarServer implements AsyncDisposable {
  readonly server: RedisServer;
  readonly network: CuttableProxy;
  readonly #opened: { close(): Promise<void> }[] = [];
  #prefixes = 0;

  private constructor(server: RedisServer, network: CuttableProxy) {
    this.server = server;
    this.network = network;
  }

  static async start(): Promise<FarServer> {
    const server = await startRedis();
    const far = new FarServer(server, await cuttableProxy(server.port));
    // From here on the server knows the scripts: a lost response is that of a script that ran.
    const { other } = await far.ledgers(9);
    await other.commit(await other.reserve(KEY, LEASE));
    await other.release(await other.reserve(KEY, LEASE));
    await far.heal();
    return far;
  }

  newPrefix(): string {
    return `far-${this.#prefixes++}`;
  }

  /** Closes something when the network heals after a test. */
  opening<T extends { close(): Promise<void> }>(each: T): T {
    this.#opened.push(each);
    return each;
  }

  /** Opens two ledgers with a pack. `waitMs` is how long the far one waits for a lost connection. */
  async ledgers(requests: number, waitMs = 1_500) {
    const prefix = this.newPrefix();
    const ledger = this.opening(redisLedger(this.network.url, { prefix, waitMs }));
    const other = this.opening(redisLedger(this.server.url, { prefix }));
    await whenBack(() => ledger.addPack(KEY, packOf(requests)));
    return { prefix, ledger, other };
  }

  /** Repairs the network, and closes what was opened. */
  async heal(): Promise<void> {
    this.network.heal();
    await Promise.all(this.#opened.splice(0).map((each) => each.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.heal();
    await this.network.close();
    await this.server.stop();
  }
}
