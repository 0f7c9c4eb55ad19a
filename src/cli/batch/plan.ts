/** Which inputs become calls: each once, and none whose result is there. */

import {
  type FileRequest,
  parseResultLine,
  resultLine,
  type StoredResult,
  storedErrorOf,
} from '../results/result-file.ts';
import { type Key, KeyTable, keysOf, type RequestKeys } from './identity.ts';
import type { Input } from './inputs/index.ts';
import type { FailureFile, ResultSink } from './results.ts';
import { countIn, type Tally } from './tally.ts';

/** What a plan works with. */
export interface PlanOptions {
  inputs: AsyncIterator<Input>;
  results: ResultSink;
  failures: FailureFile;
  tally: Tally;
  /** Whether an input that stands there several times is called as often. */
  isRepeating: boolean;
  /** Ends it: no more inputs are taken. */
  stop: AbortSignal;
  /** Hears of inputs that are no calls. */
  onWrong: (line: number, message: string) => void;
}

/** In place of a position, for an input whose call runs or left nothing to find. */
const NOWHERE = Number.POSITIVE_INFINITY;

interface Taken extends RequestKeys {
  line: number;
}

/** Gives the calls to make, one at a time, and is told how they end. */
export class Plan {
  readonly #options: PlanOptions;
  /** Positions: of results from 0 up, of failures from -1 down. When inputs repeat, how many results are still to be met. */
  readonly #seen = new KeyTable();
  /** By what they ask: other inputs that ask the same wait for their end. */
  readonly #running = new Map<Key, PromiseWithResolvers<void>>();
  readonly #taken = new WeakMap<FileRequest, Taken>();
  /** Positions below are of earlier runs. */
  #earlier = 0;
  #given = 0;
  #settled = 0;
  #isExhausted = false;
  #taking: Promise<FileRequest | undefined> | undefined;

  constructor(options: PlanOptions) {
    this.#options = options;
  }

  /** Learns of a result of an earlier run. */
  remember({ request, position }: StoredResult & { position: number }): void {
    const { call, input } = keysOf(request);
    this.#earlier = position + 1;
    if (this.#options.isRepeating) this.#seen.set(input, (this.#seen.get(input) ?? 0) + 1);
    else {
      this.#seen.set(input, position);
      this.#seen.set(call, position);
    }
  }

  /** The calls to make. Leaving them does not end the inputs: {@link isComplete} can still look. */
  calls(): AsyncIterable<FileRequest> {
    const next = async (): Promise<IteratorResult<FileRequest, undefined>> => {
      this.#taking = this.take();
      const value = await this.#taking;
      return value === undefined ? { done: true, value } : { done: false, value };
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }

  private lineOf(request: FileRequest): number | undefined {
    return this.#taken.get(request)?.line;
  }

  /** Keeps the answer of a call. @throws Error when it cannot be written */
  async answered(result: StoredResult): Promise<void> {
    const { results, tally } = this.#options;
    const position = await results.append(resultLine(result));
    if (result.response.found) tally.found++;
    else tally.notFound++;
    this.settle(result.request, position);
  }

  /** Keeps the failure of a call. */
  async failed(request: FileRequest, error: Error): Promise<void> {
    const { failures, tally } = this.#options;
    const reason = storedErrorOf(error);
    const position = await failures.failed(this.lineOf(request), request, reason);
    countIn(tally.failed, reason.code);
    this.settle(request, position === undefined ? undefined : -1 - position);
  }

  /** Whether every input has its outcome, once no more calls are made. Inputs that were never taken are looked at, unless it was stopped. */
  async isComplete(): Promise<boolean> {
    await this.#taking;
    return this.#given === this.#settled && (await this.take()) === undefined && this.#isExhausted;
  }

  private async take(): Promise<FileRequest | undefined> {
    const { inputs, stop, tally, failures, onWrong } = this.#options;
    while (!stop.aborted && !this.#isExhausted) {
      const { value: input, done = false } = await inputs.next().catch((error: unknown) => {
        // An input that waits is ended by an abort.
        if (stop.aborted) return { value: undefined, done: true };
        throw error;
      });
      if (done || input === undefined) this.#isExhausted = !stop.aborted;
      else if (input.wrong !== undefined) {
        tally.line = input.wrong.line;
        tally.wrong++;
        await failures.wrong(input.wrong);
        onWrong(input.wrong.line, input.wrong.error.message);
      } else {
        tally.line = input.line;
        const isDue = await this.isDue(input.request, input.line);
        // While it waited for another one, the end can have come.
        if (isDue && !stop.aborted) return input.request;
      }
    }
    return undefined;
  }

  /** Whether a call is to be made for an input. One that asks what another has asked gets that one's outcome. */
  private async isDue(request: FileRequest, line: number): Promise<boolean> {
    const keys = { ...keysOf(request), line };
    const isDone = this.#options.isRepeating ? this.isMet(keys.input) : this.isKnown(keys.input);
    if (isDone || (!this.#options.isRepeating && (await this.isCopied(request, keys)))) return false;
    this.#taken.set(request, keys);
    this.#given++;
    return true;
  }

  /** Whether the same input was there before, in this run or in an earlier one. */
  private isKnown(input: Key): boolean {
    const position = this.#seen.get(input);
    if (position === undefined) return false;
    if (position >= 0 && position < this.#earlier) this.#options.tally.resumed++;
    else this.#options.tally.duplicates++;
    return true;
  }

  /** Whether another input has asked the same, so that its outcome could be copied; else the call is this one's. */
  private async isCopied(request: FileRequest, keys: Taken): Promise<boolean> {
    await this.#running.get(keys.call)?.promise;
    const position = this.#seen.get(keys.call) ?? NOWHERE;
    if (position !== NOWHERE) await this.copy(position, request, keys);
    else {
      this.#seen.set(keys.input, NOWHERE);
      this.#running.set(keys.call, Promise.withResolvers());
    }
    return position !== NOWHERE;
  }

  /** Whether an input has one of the results that earlier runs left for its like. */
  private isMet(input: Key): boolean {
    const left = this.#seen.get(input) ?? 0;
    if (left === 0) return false;
    this.#seen.set(input, left - 1);
    this.#options.tally.resumed++;
    return true;
  }

  private async copy(position: number, request: FileRequest, { input, line }: Taken): Promise<void> {
    const { results, failures, tally } = this.#options;
    if (position < 0) {
      const { code } = await failures.again(-1 - position, line, request);
      countIn(tally.failed, code);
      this.#seen.set(input, position);
    } else {
      const stored = parseResultLine(await results.read(position));
      if (stored === undefined) throw new Error('a result that was written cannot be read again');
      this.#seen.set(input, (await results.append(resultLine({ ...stored, request }))) ?? NOWHERE);
    }
    tally.copied++;
  }

  private settle(request: FileRequest, position: number | undefined): void {
    const keys = this.#taken.get(request);
    this.#settled++;
    if (keys === undefined || this.#options.isRepeating) return;
    this.#seen.set(keys.input, position ?? NOWHERE);
    if (position !== undefined) this.#seen.set(keys.call, position);
    this.#running.get(keys.call)?.resolve();
    this.#running.delete(keys.call);
  }
}
