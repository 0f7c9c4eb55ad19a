/** The plan of the targets of a watch. */
import { duration } from '../../options/duration.ts';
import type { ChangeRate } from '../store/store.ts';
import { targetOfText } from '../targets/watch-target.ts';
import type { WatchTarget } from '../types.ts';
import { type PlanOptions, plan, type WatchPlan } from './plan.ts';
import type { ScheduledTarget } from './policy.ts';

/** Options of the plan of a watch. Times are milliseconds, or texts such as `15m`. */
export interface WatchPlanOptions extends Omit<PlanOptions, 'shortestMs' | 'lastsMs'> {
  /** Longest time between two looks at a target that has no other. */
  every: string | number;
  /** Shortest time between two looks at a target. @default 5m */
  shortest?: string | number | undefined;
  /** How long a budget `per: 'total'` must last. Without it, such a budget does not slow down the looks. */
  lasts?: string | number | undefined;
  /** Returns how often a target changes, as recorded by an earlier watch. */
  history?: ((target: WatchTarget, index: number) => ChangeRate | undefined) | undefined;
}

/** The longest interval, and the longest time that a budget must last: ten years [milliseconds]. */
const LONGEST_MS = 3_652 * 86_400_000;

/**
 * Returns the plan of a watch: what it costs and how fresh what it knows will be. Nothing is sent.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option or interval
 */
export function planWatch(targets: Iterable<WatchTarget | string>, options: WatchPlanOptions): WatchPlan {
  const { every, shortest, lasts, history, ...rest } = options;
  const time = (name: string, value: unknown) =>
    value === undefined ? undefined : duration({ name, value }, 1_000, LONGEST_MS);
  const everyMs = duration({ name: 'every', value: every }, 1_000, LONGEST_MS);
  const scheduled = Array.from(typeof targets === 'string' ? [targets] : targets, (given, index): ScheduledTarget => {
    const target = typeof given === 'string' ? targetOfText(given) : given;
    return {
      id: target.id,
      everyMs: time(`targets[${index}].every`, target.every) ?? everyMs,
      credits: target.pages ?? 1,
      rate: history?.(target, index),
    };
  });
  return plan(scheduled, { ...rest, shortestMs: time('shortest', shortest), lastsMs: time('lasts', lasts) });
}
