/** Iterators and batches, on any `Marketplace`. */
export { type AllOffers, allOffers, type IncompleteReason } from './all-offers.ts';
export {
  type BatchOptions,
  type BatchProgress,
  type BatchRequest,
  type BatchResult,
  batch,
} from './batch.ts';
export { categoryPages, searchPages } from './list-pages.ts';
export { offerPages } from './offer-pages.ts';
export type { PagingOptions } from './options.ts';
