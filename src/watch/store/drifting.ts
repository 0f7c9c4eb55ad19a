/** Values that change by themselves all the time: the store keeps them, and little else. */
import type { ChangeType } from '../types.ts';

/** The columns of such values. */
export const DRIFTING_COLUMNS: ReadonlySet<string> = new Set(['rank', 'rating', 'reviews']);

/** The changes of such values. */
export const DRIFTING_CHANGES: ReadonlySet<ChangeType> = new Set(['rank_changed', 'rating_changed', 'reviews_added']);
