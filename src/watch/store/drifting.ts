/** What changes by itself all the time: the store keeps the values, and little else of it. */
import type { ChangeType } from '../types.ts';

/** The columns of such values. */
export const DRIFTING_COLUMNS: ReadonlySet<string> = new Set(['rank', 'rating', 'reviews']);

/** The changes of such values. */
export const DRIFTING_CHANGES: ReadonlySet<ChangeType> = new Set(['rank_changed', 'rating_changed', 'reviews_added']);
