/** A look at a target: calls, comparison, record. */
import { createHash } from 'node:crypto';
import { isWorthRetrying, retryDelay } from '../../client/retries.ts';
import { unlessAborted } from '../../client/waits.ts';
import type { PagedEndpointName } from '../../contract/endpoints.ts';
import { InternalError, MarketplaceError } from '../../contract/errors.ts';
import {
  type AnyEnvelope,
  type AnyMarketplace,
  type CallFunction,
  type CallOptions,
  callOf,
  type EndpointMethods,
  methodsOf,
} from '../../contract/marketplace.ts';
import { stopsAllCalls } from '../../contract/stops-all-calls.ts';
import { endpointPages } from '../../paging/endpoint-pages.ts';
import { usageOf } from '../../paging/walk.ts';
import { fieldsOf } from '../looks/look-at.ts';
import type { StoredTarget, TargetState, Visit } from '../store/store.ts';
import type { Intervals } from './intervals.ts';
import { type Judgement, judged, NEW_STATE } from './judge.ts';
import type { WatchParts } from './watch-options.ts';

/** The first delay after a failed look; each further one is twice as long, up to the interval of the target [milliseconds]. */
const RETRY_DELAY_MS = 30_000;

const HOUR_MS = 3_600_000;

/** How a look has ended. */
export type LookEnd =
  /** The visit is recorded, by this process or another one. A doubtful look is followed by a second one soon. */
  | { kind: 'recorded'; nextAt: number; isDoubtful: boolean; hasFailed: boolean }
  /** The target is no longer watched. */
  | { kind: 'gone' }
  /** Every further look would fail in the same way. */
  | { kind: 'stopped'; error: unknown };

/** The results and the cost of the calls of a look so far. */
interface PagesRead {
  /** An envelope for each page. */
  readonly envelopes: AnyEnvelope[];
  /** Credits that the calls have cost, also those of pages that were repeated. */
  credits: number;
}

/** A visit, and its result. */
interface Outcome {
  visit: Visit;
  judgement?: Judgement;
  error?: unknown;
}

/** Looks at a target and records the visit. @throws the reason of `ending`, and errors of the store */
export async function look(id: string, parts: WatchParts, intervals: Intervals): Promise<LookEnd> {
  const { store, settings, ending } = parts;
  const { now } = settings.clock;
  const target = await store.target(id);
  if (target === undefined) return { kind: 'gone' };
  const startedAt = now();
  await intervals.prepare();
  const read: PagesRead = { envelopes: [], credits: 0 };
  let outcome: Outcome;
  try {
    await readPages(target, parts, read);
    outcome = succeeded(target, read, parts, intervals);
  } catch (error) {
    ending.throwIfAborted();
    if (stopsAllCalls(error)) return { kind: 'stopped', error };
    outcome = failed(target, error, read.credits, now());
  }
  let isRecorded: boolean;
  try {
    isRecorded = await store.record(outcome.visit);
  } catch (error) {
    if (error instanceof MarketplaceError && !(error instanceof InternalError)) throw error;
    // The store works, and does not take what this look shows.
    outcome = failed(target, error, read.credits, now());
    isRecorded = await store.record(outcome.visit);
  }
  if (!isRecorded) {
    // Its response was lost perhaps, and the visit is recorded with its deliveries.
    parts.onChanges();
    const other = await store.target(id);
    if (other === undefined) return { kind: 'gone' };
    return { kind: 'recorded', nextAt: other.state?.next_at ?? startedAt, isDoubtful: false, hasFailed: false };
  }
  report(outcome, now() - startedAt, parts);
  const isDoubtful = outcome.judgement?.reason !== undefined;
  return { kind: 'recorded', nextAt: outcome.visit.state.next_at, isDoubtful, hasFailed: 'error' in outcome };
}

/** Reads the pages of a target into `read`. @throws the error of a call, and the reason of `ending` */
async function readPages(target: StoredTarget, parts: WatchParts, read: PagesRead): Promise<void> {
  const marketplace = countedMarketplace(target, parts, read);
  const { endpoint, pages: maxPages } = target;
  const params = { ...target.params, fields: fieldsOf(target) };
  const signal = parts.ending;
  if (maxPages === 1) {
    const call = marketplace[endpoint] as (params: unknown, options: CallOptions) => Promise<AnyEnvelope>;
    read.envelopes.push(await call(params, { signal }));
    return;
  }
  const name = endpoint as PagedEndpointName;
  const pages = endpointPages(marketplace as AnyMarketplace, name, params as never, { maxPages, signal });
  for await (const envelope of pages) read.envelopes.push(envelope);
}

/** Returns a marketplace whose calls have keys, and are counted. */
function countedMarketplace(target: StoredTarget, parts: WatchParts, read: PagesRead): EndpointMethods {
  const call = callOf(parts.marketplace);
  const key = keyOf(target, parts);
  const counted: CallFunction = async (name, params, options) => {
    const { page = 1 } = params as { page?: number };
    try {
      const asked = call(name, params, { ...options, idempotencyKey: `${key}-${page}` });
      // A marketplace of the user can ignore the signal.
      const envelope = await unlessAborted(asked, parts.ending);
      // The response of a visit that a kill has interrupted is repeated at no charge: its credit was paid, and not recorded.
      read.credits += usageOf(envelope.meta)?.requests_consumed || 1;
      return envelope;
    } catch (error) {
      if (error instanceof MarketplaceError) read.credits += error.usage?.requests_consumed ?? (error.billed ? 1 : 0);
      throw error;
    }
  };
  return methodsOf(counted);
}

/**
 * Returns the start of the idempotency keys of a visit. One that was not recorded, because the process was killed, has the same due time again. A first
 * visit has none: a store in memory, which is new at each start, must not get what an earlier one has asked for; a file can have the same keys for an hour.
 */
function keyOf({ id, params, state }: StoredTarget, { id: run, settings }: WatchParts): string {
  const first = () => (settings.isKept ? Math.floor(settings.clock.now() / HOUR_MS) : run);
  const text = JSON.stringify([id, params, String(state?.next_at ?? first())]);
  return `watch-${createHash('sha256').update(text).digest('hex').slice(0, 32)}-${(state?.visits ?? 0) + 1}`;
}

function succeeded(
  target: StoredTarget,
  { envelopes, credits }: PagesRead,
  { settings, receivers }: WatchParts,
  intervals: Intervals,
): Outcome {
  const at = settings.clock.now();
  const judgement = judged(target, envelopes, settings);
  const { reason, look: seen, changes, reported } = judgement;
  const state: TargetState = { ...judgement.state, next_at: at };
  const nextAt = reason === undefined ? intervals.nextAt(target, state, at) : at + settings.confirmAfterMs;
  const visit: Visit = {
    target: target.id,
    number: state.visits,
    at,
    state: { ...state, next_at: nextAt },
    credits,
    ...(seen && { look: seen, envelopes }),
    changes,
    deliveries: receivers().flatMap((receiver) => reported.map(({ id }) => ({ change: id, receiver }))),
  };
  return { visit, judgement };
}

/** A failed look changes nothing that is known. */
function failed(target: StoredTarget, error: unknown, credits: number, at: number): Outcome {
  const { every_ms: everyMs, state = NEW_STATE } = target;
  const failures = state.failures + 1;
  const delays = { retryDelayMs: Math.min(RETRY_DELAY_MS, everyMs), maxRetryDelayMs: everyMs };
  const delayMs = isWorthRetrying(error) ? retryDelay(error, failures, delays) : everyMs;
  const counts = { visits: state.visits + 1, failures, failed: (state.failed ?? 0) + 1 };
  const next: TargetState = { ...state, ...counts, next_at: at + delayMs };
  const visit = { target: target.id, number: next.visits, at, state: next, credits, changes: [], deliveries: [] };
  return { visit, error };
}

function report({ visit, judgement, error }: Outcome, durationMs: number, parts: WatchParts): void {
  const { emit } = parts;
  const { state, credits, changes } = visit;
  const base = { target: visit.target, visit: visit.number, next_at: state.next_at };
  if (judgement === undefined) {
    emit('failed', { ...base, error, failures: state.failures });
    return;
  }
  const { found, reason } = judgement;
  if (reason !== undefined) emit('doubtful', { ...base, reason });
  emit('looked', { ...base, found, changes: changes.length, credits, duration_ms: durationMs });
  if (visit.deliveries.length > 0) parts.onChanges();
}
