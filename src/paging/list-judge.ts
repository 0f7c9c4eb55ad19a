/** Decides which page of a search or a category is the last one. */
import { countOf, rowsOf, type Verdict } from './walk.ts';

interface ListEnvelope {
  found: boolean;
  data: { last_page_number?: number; shallow_parts?: readonly { asin: string }[] } | null;
}

/** Decides after each page whether another one follows. @param ceiling The last page, if the pages do not name one. */
export function listJudge(ceiling: number): (envelope: ListEnvelope, page: number) => Verdict {
  const contents = new Set<string>();
  const known = new Set<string>();
  return ({ found, data }, page) => {
    if (!found || data === null) return 'last';
    const asins = rowsOf('shallow_parts', data.shallow_parts ?? []).map(({ asin }) => asin);
    const content = asins.length === 0 ? '' : JSON.stringify(asins);
    const lastNumber = countOf(data.last_page_number, 1);
    const last = lastNumber ?? (content === '' ? page : ceiling);
    // Without a last page number, a page without new entries is after the end of the list.
    const isSame = lastNumber === undefined ? asins.every((asin) => known.has(asin)) : contents.has(content);
    // After the last page the marketplace repeats an earlier one.
    const isRepeat = contents.size === 0 ? page > last : content !== '' && isSame;
    contents.add(content);
    for (const asin of asins) known.add(asin);
    if (isRepeat) return 'repeat';
    return page >= last ? 'last' : 'more';
  };
}
