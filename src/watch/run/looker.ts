/** A look at a target: calls, comparison, record. */
import { createHash } from 'node:crypto';
import { isWorthRetrying, retryDelay, stopsAllCalls } from '../../client/retries.ts';
import { InternalError, MarketplaceError } from '../../contract/errors.ts';
import type { AnyEnvelope, AnyMarketplace } from '../../contract/marketplace.ts';
import { fieldsOf } from '../looks/look-at.ts';
import type { NewDelivery, StoredTarget, TargetState, Visit, WatchStore } from '../store/store.ts';
import type { Change } from '../types.ts';
import type { Emitter } from './emitter.ts';
import type { Intervals } from './intervals.ts';
import { type Judgement, judged, NEW_STATE } from './judge.ts';
import { PagesRead, readPages } from './read-pages.ts';
import type { WatchSettings } from './watch-options.ts';

/** The first delay after a failed look; each further one is twice as long, up to the interval of the target [milliseconds]. */
const RETRY_DELAY_MS = 30_000;

/** The part of its watch that a look uses. */
export interface LookContext {
  settings: Pick<WatchSettings, 'clock' | 'confirm' | 'confirmAfterMs' | 'evidence' | 'fields' | 'when'>;
  marketplace: AnyMarketplace;
  store: Pick<WatchStore, 'target' | 'record'>;
  emitter: Emitter;
  /** Names of the receivers of changes, at the moment. */
  receivers: () => readonly string[];
  /** Called when changes wait for their delivery. */
  onChanges: () => void;
  /** Decides when the next look at a target is due. */
  intervals: Intervals;
  /** Part of the idempotency keys of first visits: a new store must not get what an older one has asked for. */
  nonce: () => string;
}

/** How a look has ended. */
export type LookEnd =
  /** The visit is recorded, by this process or another one. A doubtful look is followed by a second one soon. */
  | { kind: 'recorded'; nextAt: number; isDoubtful: boolean; hasFailed: boolean }
  /** The target is no longer watched. */
  | { kind: 'gone' }
  /** Every further look would fail in the same way. */
  | { kind: 'stopped'; error: unknown };

/** A visit and what it reports. */
interface Outcome {
  visit: Visit;
  /** Changes that the rules let through. */
  reported: readonly Change[];
  judgement?: Judgement;
  error?: unknown;
}

/** Looks at a target and records the visit. @throws the signal's reason, and errors of the store */
export async function look(id: string, context: LookContext, signal: AbortSignal): Promise<LookEnd> {
  const { store, settings } = context;
  const target = await store.target(id);
  if (target === undefined) return { kind: 'gone' };
  const startedAt = settings.clock.now();
  await context.intervals.prepare();
  const read = new PagesRead();
  let outcome: Outcome;
  try {
    await readPages(target, readOptions(target, context, signal), read);
    outcome = await succeeded(target, read, context);
  } catch (error) {
    signal.throwIfAborted();
    if (stopsAllCalls(error)) return { kind: 'stopped', error };
    outcome = failed(target, error, read.credits, settings.clock.now());
  }
  let isRecorded: boolean;
  try {
    isRecorded = await store.record(outcome.visit);
  } catch (error) {
    if (error instanceof MarketplaceError && !(error instanceof InternalError)) throw error;
    // The store works, and does not take what this look shows.
    outcome = failed(target, error, read.credits, settings.clock.now());
    isRecorded = await store.record(outcome.visit);
  }
  if (!isRecorded) {
    // Its response was lost perhaps, and the visit is recorded with its deliveries.
    context.onChanges();
    const now = await store.target(id);
    if (now === undefined) return { kind: 'gone' };
    return { kind: 'recorded', nextAt: now.state?.next_at ?? startedAt, isDoubtful: false, hasFailed: false };
  }
  report(outcome, settings.clock.now() - startedAt, context);
  const { state } = outcome.visit;
  return {
    kind: 'recorded',
    nextAt: state.next_at,
    isDoubtful: outcome.judgement?.reason !== undefined,
    hasFailed: 'error' in outcome,
  };
}

function readOptions(target: StoredTarget, { marketplace, settings, nonce }: LookContext, signal: AbortSignal) {
  const { fields, evidence } = settings;
  const visit = (target.state?.visits ?? 0) + 1;
  // A visit that was not recorded, because the process was killed, has the same due time again.
  const since = target.state === undefined ? nonce() : String(target.state.next_at);
  const hash = createHash('sha256')
    .update(JSON.stringify([target.id, target.params, since]))
    .digest('hex')
    .slice(0, 32);
  return {
    marketplace,
    signal,
    fields: fields === 'all' ? undefined : fieldsOf(target),
    keyOf: (page: number) => `watch-${hash}-${visit}-${page}`,
    keepsPages: evidence === 'explain',
  };
}

async function succeeded(target: StoredTarget, read: PagesRead, context: LookContext): Promise<Outcome> {
  const { clock } = context.settings;
  const at = clock.now();
  const judgement = judged(target, read.envelopes, context.settings);
  const { reason, look: seen } = judgement;
  const changes = await explained(judgement.changes, read, target);
  const kept = new Set(judgement.reported.map(({ id }) => id));
  const reported = changes.filter(({ id }) => kept.has(id));
  const state: TargetState = { ...judgement.state, next_at: at };
  const nextAt =
    reason === undefined ? context.intervals.nextAt(target, state, at) : at + context.settings.confirmAfterMs;
  const deliveries = context
    .receivers()
    .flatMap((receiver) => reported.map(({ id }): NewDelivery => ({ change: id, receiver, not_before: at })));
  const envelopes: readonly AnyEnvelope[] = read.envelopes;
  const visit: Visit = {
    target: target.id,
    number: state.visits,
    at,
    state: { ...state, next_at: nextAt },
    credits: read.credits,
    ...(seen && { look: seen, envelopes }),
    changes,
    deliveries,
  };
  return { visit, reported, judgement };
}

/** The parsers are loaded only for a change whose place is asked for. */
async function explained(
  changes: readonly Change[],
  { responses }: PagesRead,
  target: StoredTarget,
): Promise<readonly Change[]> {
  if (changes.length === 0 || responses.length === 0) return changes;
  return (await import('./explained.ts')).withPlaces(changes, responses, target);
}

/** A failed look changes nothing that is known. */
function failed(target: StoredTarget, error: unknown, credits: number, at: number): Outcome {
  const { every_ms: everyMs, state } = target;
  const failures = (state?.failures ?? 0) + 1;
  const delays = { retryDelayMs: Math.min(RETRY_DELAY_MS, everyMs), maxRetryDelayMs: everyMs };
  const delayMs = isWorthRetrying(error) ? retryDelay(error, failures, delays) : everyMs;
  const next: TargetState = {
    ...(state ?? NEW_STATE),
    visits: (state?.visits ?? 0) + 1,
    failures,
    failed: (state?.failed ?? 0) + 1,
    next_at: at + delayMs,
  };
  const visit = { target: target.id, number: next.visits, at, state: next, credits, changes: [], deliveries: [] };
  return { visit, reported: [], error };
}

function report({ visit, reported, judgement, ...rest }: Outcome, durationMs: number, context: LookContext): void {
  const { emitter, onChanges } = context;
  const { state, credits, changes } = visit;
  const base = { target: visit.target, visit: visit.number, next_at: state.next_at };
  if (judgement === undefined) {
    emitter.emit('failed', { ...base, error: rest.error, failures: state.failures });
    return;
  }
  const { found, reason } = judgement;
  if (reason !== undefined) emitter.emit('doubtful', { ...base, reason });
  emitter.emit('looked', { ...base, found, changes: changes.length, credits, duration_ms: durationMs });
  for (const change of reported) emitter.change(change);
  if (visit.deliveries.length > 0) onChanges();
}
