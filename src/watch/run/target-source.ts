/** Reads the targets of a watch from where they come. */
import { type AnyMarketplace, defaultsOf } from '../../contract/marketplace.ts';
import { invalidSetting } from '../../options/checks.ts';
import { assertSameCall, type NewTarget, storedTarget, type TargetDefaults } from '../targets/stored-target.ts';
import type { WatchSettings } from './watch-options.ts';
import type { WatchTargets } from './watch-types.ts';

/** Most targets that are added at once. */
const CHUNK = 1_000;

/** Targets that are added at once. */
export interface TargetChunk {
  targets: readonly NewTarget[];
  /** Whether the source waits for its next ones, perhaps for ever. */
  isWaiting: boolean;
}

/**
 * Returns the targets in chunks, with the defaults of the watch. Those of an asynchronous source come as soon as they are there.
 *
 * @param signal Ends it, also while it waits for the next target.
 * @throws BadRequestError for an invalid target; those of an asynchronous source are thrown by the iteration
 */
export function targetSource(
  targets: WatchTargets,
  { everyMs, marketplace, language, budgets }: WatchSettings,
  calls: AnyMarketplace,
  signal: AbortSignal,
): AsyncIterable<TargetChunk> {
  const own = defaultsOf(calls);
  const call = { marketplace: marketplace ?? own.marketplace, language: language ?? own.language };
  const defaults = { everyMs, call, maxPages: Math.min(...budgets.map(({ credits }) => credits)) };
  const isObject = typeof targets === 'object' && targets !== null;
  if (!isObject && typeof targets !== 'string')
    throw invalidSetting('targets', targets, 'is not valid: expected targets, an array or another source of them.');
  if (isObject && Symbol.asyncIterator in targets) return sourceChunks(targets, defaults, signal);
  const isList = isObject && Symbol.iterator in targets;
  return chunksOf(checkedList(isList ? targets : [targets], defaults));
}

function checkedList(targets: Iterable<unknown>, defaults: TargetDefaults): readonly NewTarget[] {
  const positions = new Map<string, number>();
  const checked = Array.from(targets, (target, position) => storedTarget(target, position, defaults));
  for (const [position, target] of checked.entries()) {
    const first = positions.get(target.id) ?? position;
    // The same target twice is one.
    const at = { first: `targets[${first}]`, target: `targets[${position}]` };
    assertSameCall(checked[first] ?? target, target, at);
    positions.set(target.id, first);
  }
  return checked;
}

async function* chunksOf(all: readonly NewTarget[]): AsyncGenerator<TargetChunk> {
  for (let start = 0; start < all.length; start += CHUNK)
    yield { targets: all.slice(start, start + CHUNK), isWaiting: false };
}

async function* sourceChunks(
  targets: AsyncIterable<unknown>,
  defaults: TargetDefaults,
  signal: AbortSignal,
): AsyncGenerator<TargetChunk> {
  const iterator = targets[Symbol.asyncIterator]();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const end = () => stop();
  signal.addEventListener('abort', end, { once: true });
  let chunk: NewTarget[] = [];
  let position = 0;
  let isDone = false;
  try {
    while (!signal.aborted) {
      const next = iterator.next();
      // Targets that have come are added before it waits for more.
      const isWaiting = position > 0 && !(await isThere(next));
      if (isWaiting || chunk.length >= CHUNK) {
        yield { targets: chunk, isWaiting };
        chunk = [];
      }
      const result = await Promise.race([next, stopped]);
      isDone = result?.done === true;
      if (result === undefined || isDone) break;
      chunk.push(storedTarget(result.value, position++, defaults));
    }
    yield { targets: chunk, isWaiting: false };
  } finally {
    signal.removeEventListener('abort', end);
    // A generator that waits for its next target cannot end before that.
    if (!isDone) Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/** Whether a promise settles without a wait for input or for a timer. */
async function isThere(promise: Promise<unknown>): Promise<boolean> {
  const soon = new Promise<boolean>((resolve) => void setImmediate(() => resolve(false)));
  const settled = () => true;
  return Promise.race([promise.then(settled, settled), soon]);
}
