/** An answer for people: a card of one thing, or a table of a list. */
import { cardLines } from './card.ts';
import { fieldSource } from './fields.ts';
import { fieldCard, fieldTable } from './print.ts';
import { Reader } from './reader.ts';
import type { Row, RowSource } from './rows.ts';
import { styled } from './style.ts';
import { type Canvas, tableLines } from './table.ts';
import { LIST_VIEWS, STORE_SECTIONS } from './views/lists.ts';
import { productCard } from './views/product.ts';
import { sellerCard } from './views/seller.ts';
import { clip, plain } from './width.ts';

/** An envelope, or a page that was read: what is printed of either. */
export interface Answered extends RowSource {
  found: boolean;
}

/** An entry with the answer that it stands in. */
export interface AnswerRow {
  answer: Answered;
  entry: Row;
}

/** The lines of answers of one kind, which `first` is. */
export function answerLines(
  first: Answered,
  rows: readonly AnswerRow[],
  fields: readonly string[] | undefined,
  canvas: Canvas,
): string[] {
  const isThing = first.page_type === 'product' || first.page_type === 'seller';
  if (fields !== undefined) {
    const values = rows.map(({ answer, entry }) => fieldSource(answer, entry));
    return isThing ? values.flatMap((value) => fieldCard(value, fields, canvas)) : fieldTable(values, fields, canvas);
  }
  const data = new Reader(first.data);
  if (first.page_type === 'product') return cardLines(productCard(data), canvas);
  if (first.page_type === 'seller') return cardLines(sellerCard(data), canvas);
  return listLines(first, rows, canvas);
}

function listLines({ page_type, data }: Answered, rows: readonly AnswerRow[], canvas: Canvas): string[] {
  // A service can hand on page types that the contract does not know: their data is shown as it is.
  if (!isListed(page_type)) return JSON.stringify(data, null, 2).split('\n');
  const { heading, columns } = LIST_VIEWS[page_type];
  const reader = new Reader(data);
  const title = clip(
    plain(heading(reader, new Set(rows.map(({ answer }) => answer)).size || 1) ?? page_type),
    canvas.columns,
  );
  const isStore = page_type === 'storefront' && reader.text('kind') === 'brand';
  const entries = isStore ? reader.list('sections') : rows.map(({ entry }) => new Reader(entry));
  const table = tableLines(entries, isStore ? STORE_SECTIONS : columns, canvas);
  return [styled('bold', title, canvas.hasColors), '', ...(entries.length === 0 ? ['nothing is listed'] : table)];
}

function isListed(type: string): type is keyof typeof LIST_VIEWS {
  return Object.hasOwn(LIST_VIEWS, type);
}

/** What is said in place of a table. */
export function notFoundNote({ page_type }: { page_type: string }): string {
  return `not found: the marketplace has no such ${page_type}`;
}
