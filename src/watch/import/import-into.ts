/** Records results as visits of a watch. */
import { createReadStream } from 'node:fs';
import { BadRequestError } from '../../contract/errors.ts';
import { LONGEST_RESULT, linesOf, resultText } from '../../files/lines.ts';
import { errorCodeOf } from '../../inputs/input-file.ts';
import { invalidSetting } from '../../options/checks.ts';
import { judged, NEW_STATE } from '../run/judge.ts';
import type { HistoryStore } from '../sql-store.ts';
import type { StoredTarget, Visit } from '../store/store.ts';
import type { Imported, ImportOptions } from './import-results.ts';
import { readResult, type TargetResult } from './read-result.ts';
import { SortedResults } from './sorted-results.ts';

/** Results of a target that are recorded in one transaction. */
const CHUNK = 50;

/** The options after their check. */
export interface ImportSettings extends Omit<ImportOptions, 'every'> {
  everyMs: number;
}

/** Imports the results. */
export async function importInto(
  store: HistoryStore,
  source: string | Iterable<string> | AsyncIterable<string>,
  settings: ImportSettings,
): Promise<Imported> {
  const { signal, now = Date.now } = settings;
  const counts = { imported: 0, targets: 0, skipped: 0, partial: 0, failed: 0, invalid: 0 };
  const sorted = new SortedResults();
  try {
    await readLines(source, settings, sorted, counts);
    let last: string | undefined;
    for (const { target, results } of sorted.chunks(CHUNK)) {
      signal?.throwIfAborted();
      const recorded = await record(store, target, results, now());
      counts.imported += recorded;
      counts.skipped += results.length - recorded;
      if (recorded === 0 || target.id === last) continue;
      counts.targets++;
      last = target.id;
    }
    return counts;
  } finally {
    sorted.close();
  }
}

async function readLines(
  source: string | Iterable<string> | AsyncIterable<string>,
  { everyMs, onInvalid, signal }: ImportSettings,
  sorted: SortedResults,
  counts: Imported,
): Promise<void> {
  let line = 0;
  for await (const text of typeof source === 'string' ? linesOfFile(source) : linesIn(source)) {
    signal?.throwIfAborted();
    if (typeof text !== 'string') throw invalidSetting('source', text, 'is not a line: expected strings.');
    line++;
    if (text.trim() === '') continue;
    try {
      const result = readResult(text, everyMs);
      if (typeof result === 'string') counts[result]++;
      else sorted.add(result);
    } catch (error) {
      if (!(error instanceof BadRequestError)) throw error;
      counts.invalid++;
      onInvalid?.({ line, message: error.message });
    }
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
    const message = `source: ${path} cannot be read (${errorCodeOf(cause)}).`;
    throw new BadRequestError(message, { code: 'INVALID_CONFIGURATION', parameter: 'source', cause });
  }
}

/** Records results of a target, in their order. Returns the number of those that are later than what is known. */
async function record(
  store: HistoryStore,
  target: StoredTarget,
  results: readonly Omit<TargetResult, 'target'>[],
  now: number,
): Promise<number> {
  for (;;) {
    const visits = visitsOf((await store.anyTarget(target.id)) ?? target, results, now);
    // Otherwise a watch has looked at the target in the meantime.
    if (visits.length === 0 || (await store.recordPast(target, visits))) return visits.length;
  }
}

function visitsOf(stored: StoredTarget, results: readonly Omit<TargetResult, 'target'>[], now: number): Visit[] {
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
      ...{ target: target.id, number: state.visits, at, state, credits: 0, ...(look && { look }) },
      ...{ envelopes: [envelope], changes, deliveries: [] },
    });
    target = { ...target, state };
  }
  return visits;
}
