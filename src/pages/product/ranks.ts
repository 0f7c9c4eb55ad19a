/** Best-sellers ranks. Each is a line of a detail row, with the category as a link or as text. */
import type { BestSellersRank } from '../../contract/data/product.ts';
import { LIMITS } from '../../html/index.ts';
import type { Phrases } from '../../locale/index.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { detailRows, isLabel } from './rows.ts';

const LIST_LINKS = 'a[href*="/bestsellers"], a[href*="/zgbs"], a[href*="/Best-Sellers"]';

/** Returns all ranks in the order of the page. The first one is of the primary category. */
export function bestSellersRanks(page: Page): BestSellersRank[] {
  const labels = page.locale.details.rank;
  const row = page.once(detailRows).find(({ name, row }) => isLabel(name, labels) || row.has(LIST_LINKS));
  const around = wordsAround(page, row?.name);
  const block = row?.row ?? page.at('SalesRank');
  const links = block.entries(LIST_LINKS).flatMap((link) => {
    const text = link.text();
    return text === undefined ? [] : [{ text, url: link.relative(link.attr('href')) }];
  });
  row?.row.note('selector', row.at, row.value);
  const lines = linesOf(block, row?.name);
  if (lines.length > LIMITS.entries) return [];
  return lines.flatMap((line) => {
    const named = links.findLast(({ text }) => line.endsWith(text)) ?? links.find(({ text }) => line.startsWith(text));
    const url = (named ?? links.find(({ text }) => line.includes(text)))?.url;
    const rank = page.locale.count(named === undefined ? line : withoutName(line, named.text));
    const category = named?.text ?? categoryOf(line, around);
    return rank === undefined || rank < 1 || category === '' ? [] : [{ rank, category, ...(url && { url }) }];
  });
}

/** Returns the small words in the language of the row's label. */
function wordsAround(page: Page, label = ''): Phrases {
  const found = page.locale.allWords.find(({ details }) => isLabel(label, details.rank)) ?? page.locale.words;
  return found.details.rankAround;
}

/** The name of a category can contain a number. */
const withoutName = (line: string, name: string): string =>
  line.endsWith(name) ? line.slice(0, -name.length) : line.slice(name.length);

const LONGEST_LINE = 400;

/** Returns the lines of the row without its label. */
const linesOf = (block: PageBlock, label: string | undefined): string[] =>
  block
    .lines()
    .map((line) => (label !== undefined && line.startsWith(label) ? line.slice(label.length) : line))
    .filter((line) => line.length < LONGEST_LINE);

/** The text before the rank, the rank, and the text after it. */
const RANK = /^(\P{Nd}*)\p{Nd}+(?:[.,'٬\s]\p{Nd}{2,3})*(.*)$/su;
const FRINGE = /^[\s:：.#\-–—]+|(?<![\s:：.#\-–—])[\s:：.#\-–—]+$/g;

/** Returns the category in "#8,845 in Pet Supplies (See Top 100 in Pet Supplies)". In some languages it is before the rank. */
function categoryOf(line: string, around: Phrases): string {
  const [, before = '', after = ''] = RANK.exec(withoutRemark(line)) ?? [];
  return withoutFringe(after, around) || (around.length > 1 ? withoutFringe(before, around) : '');
}

/** Returns a line without the brackets at its end: "(See Top 100 in Books)". */
function withoutRemark(line: string): string {
  let open = 0;
  for (let at = line.length - 1; at >= 0; at--) {
    const character = line.charAt(at);
    if (')）'.includes(character)) open++;
    else if ('(（'.includes(character)) open--;
    if (open === 0) return at === line.length - 1 ? line : line.slice(0, at);
  }
  return line;
}

/** Removes punctuation and small words around a category, the longest words first. */
function withoutFringe(text: string, around: Phrases): string {
  let rest = text.replace(FRINGE, '');
  for (const word of [...around].sort((a, b) => b.length - a.length)) {
    const isFirst = rest.toLowerCase().startsWith(word) && isEdge(rest[word.length], word);
    if (isFirst) rest = rest.slice(word.length).replace(FRINGE, '');
    const isLast = rest.toLowerCase().endsWith(word) && isEdge(rest.at(-word.length - 1), word);
    if (isLast) rest = rest.slice(0, -word.length).replace(FRINGE, '');
  }
  return rest;
}

/** Scripts with blanks between words. In other scripts a small word can touch the category. */
const SPACED = /\p{Script=Latin}|\p{Script=Arabic}/u;
const LETTER = /\p{L}/u;
const isEdge = (character: string | undefined, word: string) =>
  character === undefined || !LETTER.test(character) || !SPACED.test(word);
