/** Imports results of batches and queues into the history of a watch. */
import { createReadStream } from 'node:fs';
import { endpoints } from '../contract/endpoints.ts';
import { BadRequestError, ParseError } from '../contract/errors.ts';
import { isRecord, jsonOf } from '../contract/json.ts';
import type { AnyEnvelope, Duration } from '../contract/marketplace.ts';
import type { PageType } from '../contract/page-types.ts';
import { LONGEST_RESULT, linesOf, resultText } from '../files/lines.ts';
import { errorCodeOf } from '../inputs/input-file.ts';
import { abortSignal, functionFor, invalidSetting } from '../options/checks.ts';
import { fileProblem } from '../options/file-problem.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import { parseResultLine } from '../paging/result-line.ts';
import { assertFrame, fieldsOfPage, timeOf } from './looks/look-at.ts';
import { judged, NEW_STATE } from './run/judge.ts';
import type { HistoryStore } from './sql-store.ts';
import type { StoredTarget, Visit } from './store/store.ts';
import { everyMsIn, type NewTarget, newTarget } from './targets/stored-target.ts';

/** A line that is not a result. */
export interface InvalidLine {
  /** The number of the line, from 1. */
  line: number;
  /** The problem. */
  message: string;
}

/** Options of {@link importResults}. */
export interface ImportOptions {
  /**
   * Time between two results of a product, for targets that the store does not have: milliseconds, or a number and `s`, `m`, `h` or `d`. Results that are
   * further apart than three times as long do not continue each other: see "watched time".
   * @default 1d
   */
  every?: Duration | undefined;
  /** Called for each line that is not a result. @default they are counted only */
  onInvalid?: ((line: InvalidLine) => void) | undefined;
  /** Ends the import. What is imported stays; the same import goes on from there. */
  signal?: AbortSignal | undefined;
}

/** The outcome of an import for each result. */
export interface Imported {
  /** Results that the history has now as looks. */
  imported: number;
  /** Targets that have them. */
  targets: number;
  /** Results that are not later than the last look at their target: those of an earlier import, for example. */
  skipped: number;
  /** Results that do not show all that a watch looks at: pages behind the first one, and calls for only some fields. */
  partial: number;
  /** Lines of failed calls. */
  failed: number;
  /** Lines that are not results. */
  invalid: number;
}

const OPTIONS: OptionTable<ImportOptions> = {
  every: { check: everyMsIn },
  onInvalid: { check: functionFor<NonNullable<ImportOptions['onInvalid']>>() },
  signal: { check: abortSignal },
};

/** Results that are recorded together: those of a target in one transaction, in the order of their times. */
const CHUNK = 500;

/**
 * Records results of `buybox batch` and `ndjsonResults` as looks of a watch, with the changes between them and no deliveries. A target has the id that a
 * watch gives to the same call, and goes on with this history when it is watched; the import itself watches nothing. Results that are not later than the
 * last look at their target are skipped, so that the same file can be imported again. Results are read in the order of their lines, which is that of their
 * times.
 *
 * @param source The path of a file, plain or gzip, or its lines.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, and for a file that cannot be read
 * @throws UnavailableError, retryable, while the store cannot be used
 * @throws the signal's reason
 * @example
 * const { imported } = await importResults(sqliteWatchStore('watch.db'), 'results.ndjson');
 */
export async function importResults(
  store: HistoryStore,
  source: string | Iterable<string> | AsyncIterable<string>,
  options: ImportOptions = {},
): Promise<Imported> {
  const { every = 86_400_000, onInvalid, signal } = readOptions('importResults', OPTIONS, options);
  const counts = { imported: 0, targets: 0, skipped: 0, partial: 0, failed: 0, invalid: 0 };
  const targets = new Set<string>();
  let results: TargetResult[] = [];
  const recordAll = async () => {
    for (const own of Map.groupBy(results, ({ target }) => target.id).values()) {
      signal?.throwIfAborted();
      const recorded = await record(store, own);
      counts.imported += recorded;
      counts.skipped += own.length - recorded;
      if (recorded > 0) for (const { target } of own) targets.add(target.id);
    }
    results = [];
  };
  let line = 0;
  for await (const text of typeof source === 'string' ? linesOfFile(source) : linesIn(source)) {
    signal?.throwIfAborted();
    if (typeof text !== 'string') throw invalidSetting('source', text, 'is not a line: expected strings.');
    line++;
    if (text.trim() === '') continue;
    try {
      const result = readResult(text, Number(every));
      if (typeof result === 'string') counts[result]++;
      else results.push(result);
    } catch (error) {
      if (!(error instanceof BadRequestError || error instanceof ParseError)) throw error;
      counts.invalid++;
      onInvalid?.({ line, message: error.message });
    }
    if (results.length === CHUNK) await recordAll();
  }
  await recordAll();
  return { ...counts, targets: targets.size };
}

function linesIn(source: unknown): Iterable<string> | AsyncIterable<string> {
  const isIterable = typeof source === 'object' && source !== null;
  if (isIterable && (Symbol.iterator in source || Symbol.asyncIterator in source)) return source as Iterable<string>;
  throw invalidSetting('source', source, 'is not valid: expected the path of a file, or its lines.');
}

async function* linesOfFile(path: string): AsyncGenerator<string, void> {
  try {
    const lines = linesOf(resultText(createReadStream(path)), { longest: LONGEST_RESULT, parameter: 'source' });
    for await (const { text } of lines) yield text;
  } catch (cause) {
    if (cause instanceof BadRequestError || errorCodeOf(cause) === '') throw cause;
    throw new BadRequestError(`source: ${path} ${fileProblem('read', path, cause)}`, {
      code: 'INVALID_CONFIGURATION',
      parameter: 'source',
      cause,
    });
  }
}

/** A result, and the target that it is a look at. */
interface TargetResult {
  target: NewTarget;
  /** When the page was read [milliseconds since the epoch]. */
  at: number;
  envelope: AnyEnvelope;
}

/** Returns the result of a line, or why there is none. @throws BadRequestError or ParseError for a line that is not a result */
function readResult(text: string, everyMs: number): TargetResult | 'partial' | 'failed' {
  const result = parseResultLine(text);
  if (result === undefined) {
    const value = jsonOf(text);
    if (isRecord(value) && isRecord(value.error)) return 'failed';
    throw invalid(value === undefined ? 'is not JSON' : 'has no request and response', 'a line of `buybox batch`');
  }
  const { request, response: envelope } = result;
  const { page = 1, fields, ...params } = request.params as Readonly<Record<string, unknown>>;
  const target = newTarget({ endpoint: request.endpoint, params }, { everyMs, call: {}, maxPages: 1 });
  assertFrame(envelope);
  const { page_type: type } = envelope;
  const types: readonly string[] = endpoints[target.endpoint].responses;
  if (!types.includes(type)) throw invalid(`has the page_type ${JSON.stringify(type)}`, types.join(', '));
  return page === 1 && hasAll(fields, type) ? { target, at: timeOf(envelope), envelope } : 'partial';
}

/** Whether the fields that were asked for have all that a watch reads. */
function hasAll(fields: unknown, type: PageType): boolean {
  if (!Array.isArray(fields)) return true;
  return fieldsOfPage(type).every((name) => fields.some((field) => name === field || name.startsWith(`${field}.`)));
}

function invalid(what: string, expected: string): BadRequestError {
  return new BadRequestError(`the line ${what}: expected ${expected}.`, { parameter: 'source' });
}

/** Records results of a target. Returns the number of those that are later than what is known. */
async function record(store: HistoryStore, results: readonly TargetResult[]): Promise<number> {
  const sorted = results.toSorted((one, other) => one.at - other.at);
  const [first] = sorted;
  for (;;) {
    if (first === undefined) return 0;
    const visits = visitsOf((await store.anyTarget(first.target.id)) ?? first.target, sorted);
    // Otherwise a watch has looked at the target in the meantime.
    if (visits.length === 0 || (await store.recordPast(first.target, visits))) return visits.length;
  }
}

function visitsOf(stored: StoredTarget, results: readonly TargetResult[]): Visit[] {
  const visits: Visit[] = [];
  let target = stored;
  for (const { at, envelope } of results) {
    const before = target.state ?? { ...NEW_STATE, next_at: at };
    const seenAt = Object.values(before.doubt?.held ?? {}).map((held) => held.at);
    if (at <= Math.max(before.known?.at ?? Number.NEGATIVE_INFINITY, ...seenAt)) continue;
    const { look, changes, state: after } = judged(target, [envelope], { confirm: 'never', when: undefined });
    const { reported_at: _, ...others } = after;
    // Nothing is delivered, and nothing was called: cooldowns, failures and the time of the next look stay.
    const { reported_at, failures, next_at } = before;
    const state = { ...others, failures, next_at, ...(reported_at && { reported_at }) };
    const cost = { credits: 0, changes, deliveries: [] };
    visits.push({
      target: target.id,
      number: state.visits,
      at,
      state,
      ...(look && { look }),
      envelopes: [envelope],
      ...cost,
    });
    target = { ...target, state };
  }
  return visits;
}
