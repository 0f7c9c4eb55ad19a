/** Which inputs become calls: each once, and none that has a result already. */
import { hash } from 'node:crypto';
import { callIdentity } from '../../../contract/call-identity.ts';
import { isPaged } from '../../../contract/endpoints.ts';
import type { AnyEnvelope } from '../../../contract/marketplace.ts';
import { safeJson } from '../../../contract/safe-text.ts';
import { type StoredError, storedErrorOf } from '../../../contract/stored-error.ts';
import type { CheckedInput, Input } from '../../../inputs/requests.ts';
import type { BatchRequest, PagesRead } from '../../../paging/index.ts';
import type { FileRequest, StoredResult } from '../../../paging/result-line.ts';
import type { Outputs } from './outputs.ts';
import type { BatchSettings } from './settings.ts';
import { type BatchStats, increment } from './stats.ts';

/** The inputs of a {@link Plan}. */
export interface PlanOptions {
  inputs: AsyncIterator<Input>;
  outputs: Outputs;
  stats: BatchStats;
  settings: Pick<BatchSettings, 'allPages'>;
  /** Aborted when no more inputs are taken. */
  stop: AbortSignal;
  onInvalid: (line: number, message: string) => void;
}

/** A hash of 66 bits: two of a million inputs collide with a probability of 1 in 10^8. */
type Key = string;

/** The keys of a request. */
export interface RequestKeys {
  /** Of endpoint and parameters: requests with the same key share a call. */
  call: Key;
  /** Of the whole request, with columns of the user's own: inputs with the same key are duplicates. */
  input: Key;
}

/** A valid input of the batch. */
interface PlannedInput {
  line: number;
  request: FileRequest;
  keys: RequestKeys;
}

/** A call to make, and its input. */
export type PlannedCall = BatchRequest & { input: PlannedInput };

/** Marks a key whose call is running, or whose outcome was not stored. */
const NO_POSITION = Number.POSITIVE_INFINITY;

/** Decides which calls to make, and stores their outcomes. */
export class Plan {
  readonly #options: PlanOptions;
  /** By key: the position of a result (0 or more), or of a failure (-1 or less). */
  readonly #seen = new Map<Key, number>();
  /** Running calls by their call keys. */
  readonly #running = new Map<Key, PromiseWithResolvers<void>>();
  /** Results before this position are of earlier runs. */
  #earlierEnd = 0;
  #unsettled = 0;
  #isExhausted = false;
  #taking: Promise<PlannedCall | undefined> | undefined;

  constructor(options: PlanOptions) {
    this.#options = options;
  }

  /** Adds a result of an earlier run. */
  addEarlier({ request, position }: StoredResult & { position: number }): void {
    const { call, input } = keysOf(request);
    this.#earlierEnd = position + 1;
    for (const key of [call, input]) this.#seen.set(key, position);
  }

  /** The calls to make. Has no `return`, so that inputs are left for {@link isComplete} when the loop ends early. */
  get calls(): AsyncIterable<PlannedCall> {
    const next = async (): Promise<IteratorResult<PlannedCall, undefined>> => {
      this.#taking = this.#take();
      const value = await this.#taking;
      return value === undefined ? { done: true, value } : { done: false, value };
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }

  /** Stores the response of a call. @throws Error when it cannot be written */
  async succeed(input: PlannedInput, response: AnyEnvelope, pages: PagesRead | undefined): Promise<void> {
    const { outputs, stats } = this.#options;
    const position = await outputs.appendResult({ request: input.request, response, pages });
    if (response.found) stats.found++;
    else stats.notFound++;
    if (pages?.incomplete_reason !== undefined) increment(stats.incomplete, pages.incomplete_reason);
    this.#settle(input, position);
  }

  /** Stores the failure of a call. */
  async fail(input: PlannedInput, error: Error): Promise<void> {
    const { outputs, stats } = this.#options;
    const stored = storedErrorOf(error);
    const position = await outputs.appendFailure(failureLine(input, stored));
    increment(stats.failed, stored.code);
    this.#settle(input, position === undefined ? undefined : -1 - position);
  }

  /** Whether every input has an outcome. Reads on, unless the batch was stopped: the inputs that are left may need no call. */
  async isComplete(): Promise<boolean> {
    await this.#taking;
    return this.#unsettled === 0 && (await this.#take()) === undefined && this.#isExhausted;
  }

  async #take(): Promise<PlannedCall | undefined> {
    const { stop, stats, settings } = this.#options;
    while (!stop.aborted && !this.#isExhausted) {
      const next = await this.#nextInput();
      if (next === undefined) this.#isExhausted = !stop.aborted;
      else if (next.request === undefined) await this.#storeInvalid(next);
      else {
        const { line } = next;
        const request = wantedRequest(next, settings.allPages);
        stats.line = line;
        const input = { line, request, keys: keysOf(request) };
        const { endpoint, params } = request;
        const pages = readsAllPages(request) ? { pages: 'all' } : {};
        // The batch can have been stopped while the input waited for an equal call.
        if ((await this.#isDue(input)) && !stop.aborted) return { endpoint, params, ...pages, input } as PlannedCall;
      }
    }
    return undefined;
  }

  async #nextInput(): Promise<Input | undefined> {
    const { inputs, stop } = this.#options;
    try {
      const { value, done } = await inputs.next();
      return done ? undefined : value;
    } catch (error) {
      if (stop.aborted) return undefined;
      throw error;
    }
  }

  async #storeInvalid({ invalid }: Input & { request?: undefined }): Promise<void> {
    const { stats, outputs, onInvalid } = this.#options;
    const { line, text, fields, error } = invalid;
    const request =
      fields === undefined ? undefined : { ...fields.own, endpoint: fields.endpoint, params: fields.params };
    stats.line = line;
    stats.invalid++;
    await outputs.appendFailure(failureLine({ line, input: text, request }, storedErrorOf(error)));
    onInvalid(line, error.message);
  }

  /** Whether an input needs a call of its own. */
  async #isDue(input: PlannedInput): Promise<boolean> {
    const isDone = this.#isDuplicate(input) || (await this.#isCopied(input));
    if (!isDone) this.#unsettled++;
    return !isDone;
  }

  #isDuplicate({ keys }: PlannedInput): boolean {
    const position = this.#seen.get(keys.input);
    if (position === undefined) return false;
    if (position >= 0 && position < this.#earlierEnd) this.#options.stats.resumed++;
    else this.#options.stats.duplicates++;
    return true;
  }

  /** Copies the outcome of another input with the same call, if there is one. */
  async #isCopied(input: PlannedInput): Promise<boolean> {
    const { keys } = input;
    await this.#running.get(keys.call)?.promise;
    const position = this.#seen.get(keys.call) ?? NO_POSITION;
    if (position === NO_POSITION) {
      this.#seen.set(keys.input, NO_POSITION);
      this.#running.set(keys.call, Promise.withResolvers());
      return false;
    }
    const { outputs, stats } = this.#options;
    if (position < 0) {
      const error = await outputs.errorAt(-1 - position);
      await outputs.appendFailure(failureLine(input, error));
      increment(stats.failed, error.code);
      this.#seen.set(keys.input, position);
    } else {
      const copy = { ...(await outputs.resultAt(position)), request: input.request };
      this.#seen.set(keys.input, (await outputs.appendResult(copy)) ?? NO_POSITION);
    }
    stats.copied++;
    return true;
  }

  #settle({ keys }: PlannedInput, position: number | undefined): void {
    this.#unsettled--;
    this.#seen.set(keys.input, position ?? NO_POSITION);
    if (position !== undefined) this.#seen.set(keys.call, position);
    this.#running.get(keys.call)?.resolve();
    this.#running.delete(keys.call);
  }
}

/** Whether all pages of a request are read: the flag or its own member `pages` asks for them, and its endpoint has pages. */
function readsAllPages({ endpoint, pages }: FileRequest): boolean {
  return pages === 'all' && isPaged(endpoint);
}

/** Returns the request that is made for an input: of a list, all pages, unless the input names a page. */
export function wantedRequest({ request, given }: CheckedInput, allPages: boolean): FileRequest {
  const isWhole = isPaged(request.endpoint) && (allPages || request.pages === 'all') && given.page === undefined;
  if (!isWhole) return request;
  const { page: _, ...params } = request.params as { page?: number };
  return { ...request, params, pages: 'all' } as FileRequest;
}

/** Returns the keys of a request, see {@link callIdentity}. */
export function keysOf({ endpoint, params, ...own }: FileRequest): RequestKeys {
  const call = keyOf(callIdentity(endpoint, params, own.pages === 'all' ? { pages: 'all' } : undefined));
  return { call, input: Object.keys(own).length === 0 ? call : keyOf(callIdentity(endpoint, params, own)) };
}

function keyOf(identity: string): Key {
  return hash('sha1', identity, 'base64').slice(0, 11);
}

/** The line of a failed call, or of an invalid input: its text, and the request as far as it was understood. */
function failureLine(
  { line, input, request }: { line: number; input?: string; request?: unknown },
  error: StoredError,
): string {
  return safeJson(JSON.stringify({ line, input, request, error, failed_at: new Date().toISOString() }));
}
