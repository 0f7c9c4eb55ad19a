/** Records results as visits of a watch. */

import { createReadStream } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { dataSchemas } from '../../contract/data/index.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { isRecord, jsonOf } from '../../contract/json.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import type { PageType } from '../../contract/page-types.ts';
import { ResponseMetaSchema, readExtensions } from '../../contract/schemas/envelope.ts';
import { LONGEST_RESULT, linesOf, resultText } from '../../files/lines.ts';
import { errorCodeOf } from '../../inputs/input-file.ts';
import { invalidSetting } from '../../options/checks.ts';
import { fileProblem } from '../../options/file-problem.ts';
import { parseResultLine } from '../../paging/result-line.ts';
import { fieldsOfPage, timeOf } from '../looks/look-at.ts';
import { judged, NEW_STATE } from '../run/judge.ts';
import type { HistoryStore } from '../sql-store.ts';
import type { StoredTarget, Visit } from '../store/store.ts';
import { type NewTarget, newTarget } from '../targets/stored-target.ts';
import type { Imported, ImportOptions } from './import-results.ts';

/** Results of a target that are recorded in one transaction. */
const CHUNK = 50;

/** Imports the results. @param options After their check: `every` is in milliseconds. */
export async function importInto(
  store: HistoryStore,
  source: string | Iterable<string> | AsyncIterable<string>,
  { every = 86_400_000, onInvalid, signal, now = Date.now }: ImportOptions,
): Promise<Imported> {
  const counts = { imported: 0, targets: 0, skipped: 0, partial: 0, failed: 0, invalid: 0 };
  const sorted = new SortedResults();
  try {
    let line = 0;
    for await (const text of typeof source === 'string' ? linesOfFile(source) : linesIn(source)) {
      signal?.throwIfAborted();
      if (typeof text !== 'string') throw invalidSetting('source', text, 'is not a line: expected strings.');
      line++;
      if (text.trim() === '') continue;
      try {
        const result = readResult(text, Number(every));
        if (typeof result === 'string') counts[result]++;
        else sorted.add(result);
      } catch (error) {
        if (!(error instanceof BadRequestError)) throw error;
        counts.invalid++;
        onInvalid?.({ line, message: error.message });
      }
    }
    let last: string | undefined;
    for (const results of sorted.chunks(CHUNK)) {
      signal?.throwIfAborted();
      const { id } = results[0].target;
      const recorded = await record(store, results, now());
      counts.imported += recorded;
      counts.skipped += results.length - recorded;
      if (recorded === 0 || id === last) continue;
      counts.targets++;
      last = id;
    }
    return counts;
  } finally {
    sorted.close();
  }
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

/** Records results of a target, in their order. Returns the number of those that are later than what is known. */
async function record(store: HistoryStore, results: Results, now: number): Promise<number> {
  const [{ target }] = results;
  for (;;) {
    const visits = visitsOf((await store.anyTarget(target.id)) ?? target, results, now);
    // Otherwise a watch has looked at the target in the meantime.
    if (visits.length === 0 || (await store.recordPast(target, visits))) return visits.length;
  }
}

function visitsOf(stored: StoredTarget, results: Results, now: number): Visit[] {
  const visits: Visit[] = [];
  let target = stored;
  for (const { at, envelope } of results) {
    const before = target.state ?? { ...NEW_STATE, next_at: now };
    const seenAt = Object.values(before.doubt?.held ?? {}).map((held) => held.at);
    if (at <= Math.max(before.known?.at ?? Number.NEGATIVE_INFINITY, ...seenAt)) continue;
    const { look, changes, state: after } = judged(target, [envelope], { confirm: 'never', when: undefined });
    const { reported_at: _, ...others } = after;
    // Nothing is delivered, and nothing was called: cooldowns, failures and the time of the next look stay.
    const { reported_at, failures, next_at } = before;
    const state = { ...others, failures, next_at, ...(reported_at && { reported_at }) };
    visits.push({
      target: target.id,
      number: state.visits,
      at,
      state,
      credits: 0,
      ...(look && { look }),
      envelopes: [envelope],
      changes,
      deliveries: [],
    });
    target = { ...target, state };
  }
  return visits;
}

/** A result, and the target that it is a look at. */
interface TargetResult {
  target: NewTarget;
  /** When the page was read [milliseconds since the epoch]. */
  at: number;
  envelope: AnyEnvelope;
}

/** Results of one target. */
type Results = [TargetResult, ...TargetResult[]];

/** Returns the result of a line, or why there is none. @throws BadRequestError for a line that is not a result */
function readResult(text: string, everyMs: number): TargetResult | 'partial' | 'failed' {
  const result = parseResultLine(text);
  if (result === undefined) {
    const value = jsonOf(text);
    if (isRecord(value) && isRecord(value.error)) return 'failed';
    throw invalid(value === undefined ? 'is not JSON' : 'has no request and response', 'a line of `buybox batch`');
  }
  const { endpoint, params } = result.request;
  const { page = 1, fields, ...others } = params as Readonly<Record<string, unknown>>;
  const target = newTarget({ endpoint, params: others }, { everyMs, call: {}, maxPages: 1 });
  const envelope = checkedEnvelope(result.response, target.endpoint, fields !== undefined);
  if (page !== 1 || !hasAll(fields, envelope.page_type)) return 'partial';
  return { target, at: timeOf(envelope), envelope };
}

/** @param isPartial Whether members of the data can be missing. */
function checkedEnvelope(given: unknown, endpoint: EndpointName, isPartial: boolean): AnyEnvelope {
  const { success, found, page_type, data, meta } = given as Readonly<Record<string, unknown>>;
  const types: readonly string[] = endpoints[endpoint].responses;
  if (success !== true || typeof found !== 'boolean') throw invalid('has an invalid response', 'an envelope');
  if (typeof page_type !== 'string' || !types.includes(page_type))
    throw invalid(`has the page_type ${JSON.stringify(page_type)}`, types.join(', '));
  if (!isRecord(meta) || typeof meta.request_id !== 'string' || !isTimestamp(meta.timestamp))
    throw invalid('has an invalid meta', 'one with request_id and timestamp');
  if (found) checkData(data, page_type as PageType, isPartial);
  const { gaps: _, source: __, queued_ms: ___, cached_at: ____, ...known } = meta;
  // The data is checked, and unknown extensions are left out.
  return {
    success,
    found,
    page_type,
    data: found ? data : null,
    meta: { ...known, ...readExtensions(meta) },
  } as AnyEnvelope;
}

function checkData(data: unknown, type: PageType, isPartial: boolean): void {
  const issues = dataSchemas[type].safeParse(data, { reportInput: true }).error?.issues ?? [];
  const issue = issues.find(({ input }) => !isPartial || input !== undefined);
  if (issue !== undefined) throw invalid(`has an invalid ${['data', ...issue.path].join('.')}`, issue.message);
}

function isTimestamp(value: unknown): boolean {
  return ResponseMetaSchema.shape.timestamp.safeParse(value).success;
}

/** Whether the fields that were asked for have all that a watch reads. */
function hasAll(fields: unknown, type: PageType): boolean {
  if (!Array.isArray(fields)) return true;
  return fieldsOfPage(type).every((name) => fields.some((field) => name === field || name.startsWith(`${field}.`)));
}

function invalid(what: string, expected: string): BadRequestError {
  return new BadRequestError(`the line ${what}: expected ${expected}.`, { parameter: 'source' });
}

/** Keeps results until all are there. SQLite removes the file when it is closed, also by a kill. */
class SortedResults {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;

  constructor() {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    // Without a name: a temporary file of its own.
    this.#database = new DatabaseSync('');
    this.#database.exec(`
      PRAGMA journal_mode = OFF;
      CREATE TABLE results (target TEXT NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
      BEGIN`);
    this.#insert = this.#database.prepare('INSERT INTO results (target, at, body) VALUES (?, ?, ?)');
  }

  add(result: TargetResult): void {
    this.#insert.run(result.target.id, result.at, deflateRawSync(JSON.stringify(result), { level: 1 }));
  }

  /** Returns the results in chunks of one target, in the order of targets, times and lines. */
  *chunks(most: number): Generator<Results> {
    this.#database.exec('CREATE INDEX results_in_order ON results (target, at)');
    const rows = this.#database.prepare('SELECT body FROM results ORDER BY target, at, rowid').iterate();
    let chunk: Results | undefined;
    // This class wrote the rows.
    for (const { body } of rows as Iterable<object> as Iterable<{ body: Uint8Array }>) {
      const result = JSON.parse(inflateRawSync(body).toString()) as TargetResult;
      const isFull = chunk !== undefined && (chunk.length === most || chunk[0].target.id !== result.target.id);
      if (chunk !== undefined && isFull) yield chunk;
      if (chunk === undefined || isFull) chunk = [result];
      else chunk.push(result);
    }
    if (chunk !== undefined) yield chunk;
  }

  close(): void {
    this.#database.close();
  }
}
