/** The sums of all pages of a list. */
import type { ResponseMeta, Usage } from '../contract/envelope.ts';
import type { Gap } from '../contract/generated/gap.ts';
import { gapsOf, type Step, usageOf } from './walk.ts';

/**
 * Why a list is not complete. `max_pages`, `min_remaining`, `max_credits`: the option ended it. `page_not_found`: a later page does not exist.
 * `partial_page`: a page was cut off. `fewer_offers`: the pages have fewer offers than the first one counts, for example because offers changed in
 * between.
 */
export type IncompleteReason =
  | 'max_pages'
  | 'min_remaining'
  | 'max_credits'
  | 'page_not_found'
  | 'partial_page'
  | 'fewer_offers';

/** The pages that were read for one list. */
export interface PagesRead {
  /** Number of pages read. */
  count: number;
  /** Whether the list has all entries. `true` for a list that does not exist. */
  complete: boolean;
  /** Why the list is not complete. */
  incomplete_reason?: IncompleteReason;
}

/** Collects the credits, the gaps and the number of pages. */
export class PageSum {
  /** Credits charged for all pages, and the remaining credits after the last page. */
  usage: Usage = { requests_consumed: 0, requests_remaining: 0 };
  readonly gaps: Gap[] = [];
  readonly read: PagesRead = { count: 0, complete: true };

  /** Adds a page. Returns whether it has anything new. */
  add({ envelope, isRepeat, limit }: Step<{ found: boolean; meta: ResponseMeta }>): boolean {
    const { requests_consumed: before, requests_remaining: left } = this.usage;
    const { requests_consumed = 1, requests_remaining = left } = usageOf(envelope.meta) ?? {};
    this.usage = { requests_consumed: before + requests_consumed, requests_remaining };
    if (limit !== undefined) this.noteIncomplete(limit);
    if (isRepeat) return false;
    this.read.count++;
    const gaps = gapsOf(envelope.meta);
    const known = new Set(this.gaps.map((gap) => JSON.stringify(gap)));
    this.gaps.push(...gaps.filter((gap) => !known.has(JSON.stringify(gap))));
    if (gaps.some(({ kind }) => kind === 'partial')) this.noteIncomplete('partial_page');
    if (!envelope.found && this.read.count > 1) this.noteIncomplete('page_not_found');
    return true;
  }

  /** Notes why the list is not complete: the first reason stays. */
  noteIncomplete(reason: IncompleteReason): void {
    this.read.complete = false;
    this.read.incomplete_reason ??= reason;
  }
}
