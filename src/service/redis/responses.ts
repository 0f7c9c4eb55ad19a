/** Responses for idempotency keys, in Redis. */
import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { CommitOptions, Reservation } from '../../ledger/ledger.ts';
import type { RedisConnection } from '../../redis/connection.ts';
import { apiKeyTag, redisKey } from '../../redis/keys.ts';
import { LARGEST_BODY } from '../sqlite-responses.ts';
import type { CommittedResponse, NewResponse, StoredResponse } from '../store.ts';
import { COMMIT_RESPONSE, FIND_RESPONSE } from './response-scripts.ts';
import type { StoreLedger } from './store-ledger.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Bytes of the responses of one API key, as Redis keeps them. */
const MOST_BYTES = 64 * 2 ** 20;

type Fields = [remaining: string, request: string, fingerprint: string, found: string, marker: string, body: string];
type Committed = [isStored: 0, consumed: 0 | 1, remaining: number] | [isStored: 1, ...Fields];

/** The responses of a `redisStore`. */
export class RedisResponses {
  readonly #redis: RedisConnection;
  readonly #ledger: StoreLedger;
  readonly #mostBytes: number;
  readonly #time: () => number | '';

  /** @param time Returns the time that replaces that of the server, for tests. */
  constructor(redis: RedisConnection, ledger: StoreLedger, mostBytes = MOST_BYTES, time: () => number | '' = () => '') {
    this.#redis = redis;
    this.#ledger = ledger;
    this.#mostBytes = mostBytes;
    this.#time = time;
  }

  /** Implements `findResponse` of the store. */
  async find(keyId: string, idempotencyKey: string): Promise<StoredResponse | undefined> {
    const { keys } = this.namesOf(keyId, idempotencyKey);
    const fields = await this.#redis.run<Fields | null>(FIND_RESPONSE, keys, [this.#time(), idempotencyKey]);
    return fields === null ? undefined : responseOf(fields);
  }

  /** Implements `commitResponse` of the store. */
  async commit(reservation: Reservation, given: NewResponse, options?: CommitOptions): Promise<CommittedResponse> {
    const { keyId, idempotencyKey, fingerprint, requestId, found, keepMs, bodyFor } = given;
    const { marker, marked } = markedBody(bodyFor);
    const body = (await compress(marked)).toString('base64');
    const { base, keys } = this.namesOf(keyId, idempotencyKey);
    const what = [base, idempotencyKey, requestId];
    const args = [...what, fingerprint, Number(found), marker, body, keepMs, this.#mostBytes];
    const unsure = { keys, args: what };
    const result = await this.#ledger.chargeWith<Committed>(
      COMMIT_RESPONSE,
      reservation,
      options,
      { keys, args },
      unsure,
    );
    if (result[0] === 1) {
      const [, ...fields] = result;
      const stored = await responseOf(fields);
      // The response to the first one was lost.
      const isOwn = stored.requestId === requestId;
      return isOwn ? { ...stored, usage: usageOf(1, Number(fields[0])) } : stored;
    }
    const usage = usageOf(result[1], result[2]);
    const sent = usage.requests_consumed === 0 ? bodyFor(usage) : withCredits(marked, marker, usage.requests_remaining);
    return { fingerprint, requestId, found, body: sent, usage };
  }

  private namesOf(keyId: string, idempotencyKey: string): { base: string; keys: string[] } {
    const name = (...rest: string[]) => redisKey(this.#redis.prefix, apiKeyTag(keyId), ...rest);
    const base = name('response', '');
    return { base, keys: [`${base}${idempotencyKey}`, name('responses'), name('response-sizes')] };
  }
}

async function responseOf([remaining, requestId, fingerprint, found, marker, body]: Fields): Promise<StoredResponse> {
  const marked = await decompress(Buffer.from(body, 'base64'), { maxOutputLength: LARGEST_BODY });
  return { fingerprint, requestId, found: found === '1', body: withCredits(marked.toString(), marker, remaining) };
}

function usageOf(requests_consumed: 0 | 1, requests_remaining: number) {
  return { requests_consumed, requests_remaining };
}

/** A number of credits that no body has otherwise, in the place of those that will be left after the charge. */
function markedBody(bodyFor: NewResponse['bodyFor']): { marker: string; marked: string } {
  for (;;) {
    const number = Number.MAX_SAFE_INTEGER - randomInt(2 ** 47);
    const marked = bodyFor(usageOf(1, number));
    const marker = String(number);
    if (marked.indexOf(marker) === marked.lastIndexOf(marker)) return { marker, marked };
  }
}

function withCredits(marked: string, marker: string, remaining: number | string): string {
  return marked.replace(marker, () => String(remaining));
}
