/** When to look at which target: learns how often targets change, and divides a budget between them. */

export { remainingRate } from './budget-rate.ts';
export { changesPerMs, DEFAULT_PRIOR, NEW_RATE, nextRate, type RatePrior } from './change-rate.ts';
export {
  type ExpectedStaleness,
  type PlannedCredits,
  type PlannedTarget,
  plan,
  type WatchPlan,
} from './plan.ts';
export { planWatch, type WatchPlanOptions } from './plan-targets.ts';
export { planText } from './plan-text.ts';
export {
  type ScheduledTarget,
  type ScheduleOptions,
  type SchedulePolicy,
  scheduledInterval,
  schedulePolicy,
} from './policy.ts';
