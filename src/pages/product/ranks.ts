/** Best-sellers ranks: each a line of the row, its category a link or a word. */
import type { BestSellersRank } from '../../contract/data/product.ts';
import type { Phrases } from '../../locale/index.ts';
import type { Page, PageBlock } from '../page.ts';
import { detailRows, isLabel } from './rows.ts';

const LIST_LINKS = 'a[href*="/bestsellers"], a[href*="/zgbs"], a[href*="/Best-Sellers"]';

/** All ranks in the page's order; the first is that of the primary category. */
export function bestSellersRanks(page: Page): BestSellersRank[] {
  const { rank: labels, rankAround } = page.locale.words.details;
  const row = page.once(detailRows).find(({ name, row }) => isLabel(name, labels) || row.has(LIST_LINKS));
  const block = row?.row ?? page.at('SalesRank');
  const links = block.all(LIST_LINKS).flatMap((link) => {
    const text = link.text();
    return text === undefined ? [] : [{ text, url: link.attr('href') }];
  });
  if (row !== undefined) page.note('selector', row.at, row.value);
  return linesOf(block, row?.name).flatMap((line) => {
    const named = links.findLast(({ text }) => line.endsWith(text)) ?? links.find(({ text }) => line.startsWith(text));
    const url = (named ?? links.find(({ text }) => line.includes(text)))?.url;
    const rank = page.locale.count(named === undefined ? line : withoutName(line, named.text));
    const category = named?.text ?? categoryOf(line, rankAround);
    return rank === undefined || rank < 1 || category === '' ? [] : [{ rank, category, ...(url && { url }) }];
  });
}

/** A category's name can hold a number of its own. */
function withoutName(line: string, name: string): string {
  return line.endsWith(name) ? line.slice(0, -name.length) : line.slice(name.length);
}

const LONGEST_LINE = 400;

/** The lines of the row, without its label. */
function linesOf(block: PageBlock, label: string | undefined): string[] {
  return block
    .lines()
    .map((line) => (label !== undefined && line.startsWith(label) ? line.slice(label.length) : line))
    .filter((line) => line.length < LONGEST_LINE);
}

/** What stands before the rank, the rank itself, and what stands behind it. */
const RANK = /^(\P{Nd}*)\p{Nd}+(?:[.,'٬\s]\p{Nd}{2,3})*(.*)$/u;
/** "(See Top 100 in Books)". */
const REMARK = /\s*[(（][^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*[)）]\s*$/;
const FRINGE = /^[\s:：.#\-–—]+|[\s:：.#\-–—]+$/g;

/** "#8,845 in Pet Supplies (See Top 100 in Pet Supplies)": the words behind the rank, in some languages before it. */
function categoryOf(line: string, around: Phrases): string {
  const [, before = '', after = ''] = RANK.exec(line.replace(REMARK, '')) ?? [];
  return withoutFringe(after, around) || (around.length > 1 ? withoutFringe(before, around) : '');
}

/** Without marks and the small words around a category, the longest first. */
function withoutFringe(text: string, around: Phrases): string {
  let rest = text.replace(FRINGE, '');
  for (const word of [...around].sort((a, b) => b.length - a.length)) {
    if (startsWithWord(rest, word)) rest = rest.slice(word.length).replace(FRINGE, '');
    if (endsWithWord(rest, word)) rest = rest.slice(0, -word.length).replace(FRINGE, '');
  }
  return rest;
}

/** Scripts without blanks set such words right beside the category. */
const SPACED = /\p{Script=Latin}|\p{Script=Arabic}/u;
const LETTER = /\p{L}/u;
const isEdge = (character: string | undefined, word: string) =>
  character === undefined || !LETTER.test(character) || !SPACED.test(word);

function startsWithWord(text: string, word: string): boolean {
  return text.toLowerCase().startsWith(word) && isEdge(text[word.length], word);
}

function endsWithWord(text: string, word: string): boolean {
  return text.toLowerCase().endsWith(word) && isEdge(text.at(-word.length - 1), word);
}
