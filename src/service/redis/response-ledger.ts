/** The ledger of a store in Redis, which can charge a credit together with a response for an idempotency key. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Usage } from '../../contract/envelope.ts';
import type { CommitOptions, Reservation } from '../../ledger/ledger.ts';
import { type Further, RedisLedger, type RedisLedgerSettings } from '../../ledger/stores/redis-ledger.ts';
import type { RedisConnection } from '../../redis/connection.ts';
import { apiKeyTag, redisKey } from '../../redis/keys.ts';
import {
  type CommittedResponse,
  LARGEST_BODY,
  type NewResponse,
  type StoredResponse,
  type StoreOptions,
} from '../store.ts';
import { COMMIT_RESPONSE, FIND_RESPONSE, RELEASE_RESPONSE } from './response-scripts.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Bytes of the responses of one API key, as Redis keeps them. */
const MOST_BYTES = 64 * 2 ** 20;

type Fields = [remaining: string, request: string, fingerprint: string, found: string, body: string];
type Committed = [isStored: 0, consumed: 0 | 1, remaining: number] | [isStored: 1, ...Fields];

/** Settings of a {@link ResponseLedger}. */
export type ResponseLedgerSettings = RedisLedgerSettings & Pick<StoreOptions, 'responseBytes'>;

/** A ledger that knows which charges have a response. */
export class ResponseLedger extends RedisLedger {
  readonly #redis: RedisConnection;
  readonly #settings: ResponseLedgerSettings;
  /** Charges whose response from Redis was lost, with what {@link RELEASE_RESPONSE} needs. */
  readonly #unsure = new WeakMap<Reservation, Further>();

  constructor(redis: RedisConnection, settings: ResponseLedgerSettings) {
    super(redis, settings);
    this.#redis = redis;
    this.#settings = settings;
  }

  /** Implements `findResponse` of the store. */
  async findResponse(keyId: string, idempotencyKey: string): Promise<StoredResponse | undefined> {
    const { keys } = this.namesOf(keyId, idempotencyKey);
    const args = [this.#settings.leaseNow?.() ?? '', idempotencyKey];
    const fields = await this.#redis.run<Fields | null>(FIND_RESPONSE, keys, args);
    return fields === null ? undefined : responseOf(fields);
  }

  /** Implements `commitResponse` of the store. If it fails, {@link release} takes back what it did. */
  async commitResponse(
    reservation: Reservation,
    given: NewResponse,
    options?: CommitOptions,
  ): Promise<CommittedResponse> {
    const { keyId, idempotencyKey, fingerprint, requestId, found, keepMs, bodyFor } = given;
    const { responseBytes = MOST_BYTES } = this.#settings;
    // Redis knows how many credits are left after the charge.
    const text = bodyFor(usageOf(1, 0));
    const body = (await compress(text)).toString('base64');
    const { base, keys } = this.namesOf(keyId, idempotencyKey);
    const names = [base, idempotencyKey, requestId];
    const args = [...names, fingerprint, Number(found), body, keepMs, responseBytes];
    this.#unsure.set(reservation, { keys, args: names });
    const result = await this.charge<Committed>(COMMIT_RESPONSE, reservation, options, { keys, args });
    this.#unsure.delete(reservation);
    if (result[0] === 1) {
      const [, ...fields] = result;
      const stored = await responseOf(fields);
      // The response to the first one was lost.
      const isOwn = stored.requestId === requestId;
      return isOwn ? { ...stored, usage: usageOf(1, Number(fields[0])) } : stored;
    }
    const usage = usageOf(result[1], result[2]);
    const sent = usage.requests_consumed === 0 ? bodyFor(usage) : withCredits(text, usage.requests_remaining);
    return { fingerprint, requestId, found, body: sent, usage };
  }

  override async release(reservation: Reservation): Promise<Usage> {
    const further = this.#unsure.get(reservation);
    if (further === undefined) return super.release(reservation);
    const usage = await this.free(RELEASE_RESPONSE, reservation, further);
    this.#unsure.delete(reservation);
    return usage;
  }

  private namesOf(keyId: string, idempotencyKey: string): { base: string; keys: string[] } {
    const name = (...rest: string[]) => redisKey(this.#redis.prefix, apiKeyTag(keyId), ...rest);
    const base = name('response', '');
    return { base, keys: [`${base}${idempotencyKey}`, name('responses'), name('response-sizes')] };
  }
}

async function responseOf([remaining, requestId, fingerprint, found, body]: Fields): Promise<StoredResponse> {
  const bytes = await decompress(Buffer.from(body, 'base64'), { maxOutputLength: LARGEST_BODY });
  return { fingerprint, requestId, found: found === '1', body: withCredits(bytes.toString(), remaining) };
}

function usageOf(requests_consumed: 0 | 1, requests_remaining: number) {
  return { requests_consumed, requests_remaining };
}

/** Returns the JSON of a response with the credits that are left. A text that has the name in it has a backslash before the second quote. */
function withCredits(body: string, remaining: number | string): string {
  return body.replace(/(?<="requests_remaining":)\d+/g, String(remaining));
}
