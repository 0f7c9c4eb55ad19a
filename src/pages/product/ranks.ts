/** Best-sellers ranks: each a line of the row, its category a link or a word. */
import type { BestSellersRank } from '../../contract/data/product.ts';
import { isOneOf, type Phrases } from '../../locale/index.ts';
import type { Page, PageBlock } from '../page.ts';
import { detailRows, isLabel } from './rows.ts';

const LIST_LINKS = 'a[href*="/bestsellers"], a[href*="/zgbs"], a[href*="/Best-Sellers"]';

/** All ranks in the page's order; the first is that of the primary category. */
export function bestSellersRanks(page: Page): BestSellersRank[] {
  const { rank: labels, rankAround } = page.locale.words.details;
  const row = page.once(detailRows).find(({ name, row }) => isLabel(name, labels) || row.has(LIST_LINKS));
  const block = row?.row ?? page.at('SalesRank');
  const links = block.all(LIST_LINKS).map((link) => ({ text: link.text() ?? '', url: link.attr('href') }));
  return linesOf(block, row?.name).flatMap((line) => {
    const rank = page.locale.count(line);
    const named = links.findLast(({ text }) => text !== '' && line.endsWith(text));
    const beside = links.find(({ text }) => text !== '' && line.includes(text));
    const category = named?.text ?? categoryOf(line, rankAround);
    const url = (named ?? beside)?.url;
    return rank === undefined || rank < 1 || category === '' ? [] : [{ rank, category, ...(url && { url }) }];
  });
}

/** The lines of the row, without its label. */
function linesOf(block: PageBlock, label: string | undefined): string[] {
  return block
    .lines()
    .map((line) => (label !== undefined && line.startsWith(label) ? line.slice(label.length) : line))
    .filter((line) => /\p{Nd}/u.test(line));
}

/** What stands before the rank, the rank itself, and what stands behind it. */
const RANK = /^(\P{Nd}*)\p{Nd}+(?:[.,'\s]\p{Nd}{2,3})*(.*)$/u;
/** "(See Top 100 in Books)". */
const REMARK = /\s*[(（][^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*[)）]\s*$/;
const FRINGE = /^[\s:：.#\-–—]+|[\s:：.#\-–—]+$/g;

/** "#8,845 in Pet Supplies (See Top 100 in Pet Supplies)": the words beside the rank. */
function categoryOf(line: string, around: Phrases): string {
  const [, before = '', after = ''] = RANK.exec(line.replace(REMARK, '')) ?? [];
  return strip(after, around) || (around.length > 1 ? strip(before, around) : '');
}

/** Without the small words around a category: those of two words first. */
function strip(text: string, around: Phrases): string {
  let words = text.replace(FRINGE, '').split(' ');
  for (const length of [2, 1]) {
    if (isOneOf(words.slice(0, length).join(' '), around)) words = words.slice(length);
    if (isOneOf(words.slice(-length).join(' '), around)) words = words.slice(0, -length);
  }
  return words.join(' ').replace(FRINGE, '');
}
