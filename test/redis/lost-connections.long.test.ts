import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../checks/attack/random.ts';
import { UnavailableError } from '../../src/entries/index.ts';
import { LOCAL_KEY } from '../../src/entries/local.ts';
import type { ServiceStore } from '../../src/entries/service.ts';
import { redisConnection } from '../../src/redis/connection.ts';
import { storeInRedis } from '../../src/service/redis/redis-store.ts';
import { type CuttableProxy, cuttableProxy, hasRedis, type RedisServer, startRedis } from './server.ts';

const MACHINES = 4;
const LANES = 6;
const ATTEMPTS = 60;
/** Jobs that the lanes have at about the same time. Few, so that some lanes have the same job. */
const JOBS_AT_ONCE = 4;

describe.skipIf(!hasRedis)('credits in Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis({ appendOnly: true });
  });
  afterAll(() => server.stop());

  it('are charged once for each call that gets a response in the end, while connections are lost at any time and the server is killed', async () => {
    const seed = Number(process.env.FC_SEED);
    console.log(`seed ${seed}`);
    const near = storeInRedis(redisConnection(server.url, { waitMs: 30_000 }));
    const pack = { id: 'one', requests: 1_000_000, purchasedAt: new Date(0), validDays: 100_000, connections: 10_000 };
    await near.ledger.addPack(LOCAL_KEY, pack);
    const machines = await Promise.all(
      Array.from({ length: MACHINES }, async (_, index) => new Machine(await cuttableProxy(server.port), seed + index)),
    );
    const working = Promise.all(machines.map((machine) => machine.work()));
    await sleep(1_000);
    await server.kill();
    await server.restart();
    await working;
    const answered = new Set(machines.flatMap((machine) => [...machine.answered]));
    expect(answered.size).toBeGreaterThan(ATTEMPTS);
    expect(machines.reduce((sum, { lost }) => sum + lost, 0)).toBeGreaterThan(0);
    expect(await near.ledger.listPacks(LOCAL_KEY)).toMatchObject([{ charged: answered.size }]);
    await near.close();
  });
});

/** Makes calls over a network that fails at any time. */
class Machine {
  /** Jobs that have a response. */
  readonly answered = new Set<string>();
  /** Number of charges whose outcome was not known. */
  lost = 0;
  readonly #network: CuttableProxy;
  readonly #store: ServiceStore;
  readonly #random: Random;
  readonly #released: Promise<unknown>[] = [];
  /** Requests that are repeated until they have a response. */
  readonly #repeated = new Set<string>();
  #isOver = false;

  constructor(network: CuttableProxy, seed: number) {
    this.#network = network;
    this.#store = storeInRedis(redisConnection(network.url, { waitMs: 300 }));
    this.#random = new Random(seed);
  }

  async work(): Promise<void> {
    const failing = this.fail();
    const lane = async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const kind = this.#random.pick(['job', 'request', 'call']);
        const job = kind === 'call' ? crypto.randomUUID() : `${kind}-${attempt}-${this.#random.below(JOBS_AT_ONCE)}`;
        if (kind === 'request') this.#repeated.add(job);
        await this.attempt(job);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    this.#isOver = true;
    await failing;
    await Promise.all(this.#released);
    // A charge whose stored response another request has read stays for the next attempt, which gets that response.
    for (const job of this.#repeated) while (!this.answered.has(job)) await this.attempt(job);
    await Promise.all(this.#released);
    await this.#store.close();
    await this.#network.close();
  }

  private async fail(): Promise<void> {
    while (!this.#isOver) {
      await sleep(50 + this.#random.next() * 200);
      const { cut, mute, stall } = this.#network;
      this.#random.pick([cut, mute, stall])();
      await sleep(this.#random.next() * 600);
      this.#network.heal();
    }
  }

  /** One call: of a job with a charge id, of a request with an idempotency key, or of neither. */
  private async attempt(job: string): Promise<void> {
    const { ledger } = this.#store;
    const leaseMs = this.#random.next() < 0.2 ? 50 : 60_000;
    const reserved = await ledger
      .reserve(LOCAL_KEY, { leaseMs, chargeId: job.startsWith('job') ? job : undefined })
      .catch(unlessUnavailable);
    if (reserved === undefined) return;
    await sleep(this.#random.next() * 60);
    const release = () => untilAvailable(() => ledger.release(reserved));
    // Some calls fail, and some processes are killed.
    const end = this.#random.next();
    if (end < 0.1) this.#released.push(release());
    if (end < 0.15) return;
    const commit = async () => {
      if (!job.startsWith('request')) return ledger.commit(reserved);
      const requestId = crypto.randomUUID();
      const isStored = (await this.#store.findResponse(LOCAL_KEY, job)) !== undefined;
      const response = { idempotencyKey: job, fingerprint: '', requestId, found: true, keepMs: 600_000 };
      const bodyFor = JSON.stringify;
      const sent = isStored
        ? undefined
        : await this.#store.commitResponse(reserved, { keyId: LOCAL_KEY, bodyFor, ...response });
      if (sent?.requestId !== requestId) this.#released.push(release());
      return sent;
    };
    const isAnswered = await commit().then(() => true, unlessUnavailable);
    if (isAnswered) this.answered.add(job);
    else {
      this.lost++;
      this.#released.push(release());
    }
  }
}

function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof UnavailableError)) throw error;
}

async function untilAvailable(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const isDone = await work().then(() => true, unlessUnavailable);
    if (isDone) return;
    await sleep(20);
  }
}
