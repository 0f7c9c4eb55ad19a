/**
 * `buybox/watch`: looks at pages again and again, and reports what changes.
 *
 * @module buybox/watch
 */
export type { Sink } from '../deliver/hold.ts';
export type { InputFormat } from '../inputs/read.ts';
export type { Budget, Budgets, BudgetText } from '../ledger/budget.ts';
export type * from '../watch/history/history-types.ts';
export type { Extreme, HistoryPoint, HistoryStep, NumberRange, SellerShare } from '../watch/history/measures.ts';
export type { HistoryValue } from '../watch/history/spans.ts';
export { type Imported, type ImportOptions, type InvalidLine, importResults } from '../watch/import-results.ts';
export type { Conditions, Known, Look } from '../watch/look.ts';
export { type PostgresWatchStoreOptions, postgresWatchStore } from '../watch/postgres-store.ts';
export { watch } from '../watch/run/watch.ts';
export type * from '../watch/run/watch-types.ts';
export {
  type ExpectedStaleness,
  planText,
  planWatch,
  type WatchPlan,
  type WatchPlanOptions,
} from '../watch/schedule/plan.ts';
export {
  type ChangeEvent,
  type ChangeHandler,
  type ChangeSink,
  type NdjsonDeliveryOptions,
  ndjsonDelivery,
  type Refusal,
  type WebhookDeliveryOptions,
  webhookDelivery,
} from '../watch/sinks.ts';
export type { HistoryStore } from '../watch/sql-store.ts';
export { type SqliteWatchStoreOptions, sqliteWatchStore } from '../watch/sqlite-store.ts';
export type { KeepOptions, WatchStoreOptions } from '../watch/store/options.ts';
export type { PostgresClient, PostgresPool, PostgresQuery, PostgresTarget } from '../watch/store/postgres-pool.ts';
export type * from '../watch/store/store.ts';
export { readTargets } from '../watch/targets/read-targets.ts';
export type * from '../watch/types.ts';
export type { Values } from '../watch/values.ts';
export * from './webhook-exports.ts';
