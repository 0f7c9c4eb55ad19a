/** Iterators and batches, on any marketplace. */
export { type AllOffers, allOffers } from './all-offers.ts';
export {
  type BatchOptions,
  type BatchProgress,
  type BatchRequest,
  type BatchResult,
  batch,
} from './batch.ts';
export { type BestSellersParams, bestSellers } from './best-sellers.ts';
export { type DryRun, type DryRunOptions, dryRun, type PlannedRequest } from './dry-run.ts';
export { categoryPages, offerPages, searchPages } from './endpoint-pages.ts';
export { categoryEntries, type RankedEntry, searchEntries } from './list-entries.ts';
export type { PagingOptions } from './options.ts';
export type { IncompleteReason, PagesRead } from './page-sum.ts';
