/** Prints the results of calls: one, or one per page. */

import cliTruncate from 'cli-truncate';
import { isPageType, type PageType, pageTypes } from '../../contract/page-types.ts';
import { safeJson } from '../../contract/safe-text.ts';
import { csvLine } from '../../tables/csv.ts';
import { cellsOf, columnNames, NewEntries } from '../../tables/envelope-rows.ts';
import { fieldSource } from '../../tables/fields.ts';
import type { CsvSource } from '../../tables/rows.ts';
import { pickFields, type Row } from '../../tables/rows.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { cardLines } from './card.ts';
import { fieldCard, fieldTable, type PrintStyle } from './print.ts';
import { tableLines } from './table.ts';
import { plain, styled } from './text.ts';
import { productCard, sellerCard } from './views/cards.ts';
import { DataReader, joined } from './views/data-reader.ts';
import { LIST_VIEWS, pagesText, STORE_SECTIONS } from './views/lists.ts';

/** An envelope, or the data of a saved page. */
export interface PrintedEnvelope extends CsvSource {
  found: boolean;
}

/** How envelopes are printed. */
export interface EnvelopeStyle extends PrintStyle {
  /** Whether there is an envelope per page. */
  isPaged: boolean;
}

/** Prints envelopes: NDJSON and CSV at once, JSON and tables at the end. */
export class EnvelopePrinter {
  readonly #style: EnvelopeStyle;
  readonly #terminal: Terminal;
  readonly #envelopes: PrintedEnvelope[] = [];
  readonly #newEntries = new NewEntries();
  #hasHeader = false;

  constructor(style: EnvelopeStyle, terminal: Terminal) {
    this.#style = style;
    this.#terminal = terminal;
  }

  /** Adds an envelope. */
  add(envelope: PrintedEnvelope): void {
    const { form, fields } = this.#style;
    if (form === 'json' || form === 'table') this.#envelopes.push(envelope);
    else if (form === 'csv') this.#printCsv(envelope);
    else
      for (const entry of this.#newEntries.of(envelope))
        this.#terminal.out(JSON.stringify(picked(envelope, entry, fields)), 'json');
  }

  /** Prints JSON and tables. */
  end(): void {
    if (this.#style.form === 'json') this.#printJson();
    if (this.#style.form === 'table') this.#printTable();
  }

  #printCsv(envelope: PrintedEnvelope): void {
    const columns = this.#style.fields ?? columnNames(envelope);
    if (!this.#hasHeader) this.#terminal.out(`${csvLine(columns)}\r`);
    this.#hasHeader = true;
    for (const entry of this.#newEntries.of(envelope))
      this.#terminal.out(`${csvLine(cellsOf(envelope, entry, columns))}\r`);
  }

  #printJson(): void {
    const { fields, isPaged } = this.#style;
    const [first] = this.#envelopes;
    if (fields === undefined) this.#terminal.json(isPaged ? this.#envelopes : first);
    else {
      const values = this.#envelopes.flatMap((envelope) =>
        this.#newEntries.of(envelope).map((entry) => picked(envelope, entry, fields)),
      );
      this.#terminal.json(first !== undefined && isList(first) ? values : (values[0] ?? null));
    }
  }

  #printTable(): void {
    const [first] = this.#envelopes;
    if (first?.found === false) this.#terminal.note(notFoundNote(first));
    else if (first !== undefined) for (const line of this.#lines(first)) this.#terminal.out(line, 'styled');
  }

  /** The lines of a card or a table. */
  #lines(first: PrintedEnvelope): string[] {
    const { fields } = this.#style;
    const screen = this.#terminal;
    const entries = this.#envelopes.flatMap((envelope) =>
      this.#newEntries.of(envelope).map((entry) => (fields === undefined ? entry : fieldSource(envelope, entry))),
    );
    if (fields !== undefined && isList(first)) return fieldTable(entries, fields, screen);
    if (fields !== undefined) return entries.flatMap((entry) => fieldCard(entry, fields, screen));
    const data = new DataReader(first.data);
    if (first.page_type === 'product') return cardLines(productCard(data), screen);
    if (first.page_type === 'seller') return cardLines(sellerCard(data), screen);
    // A service can return page types that the contract does not know.
    if (!hasView(first.page_type)) return safeJson(JSON.stringify(first.data, null, 2)).split('\n');
    const { heading, columns } = LIST_VIEWS[first.page_type];
    const title = joined([data.join(heading), pagesText(data, this.#envelopes.length)]) ?? first.page_type;
    const isStore = first.page_type === 'storefront' && data.text('kind') !== 'seller';
    const rows = isStore ? data.list('sections') : entries.map((entry) => new DataReader(entry));
    return [
      styled('bold', cliTruncate(plain(title), screen.columns), screen.hasColors),
      '',
      ...(rows.length === 0 ? ['no entries'] : tableLines(rows, isStore ? STORE_SECTIONS : columns, screen)),
    ];
  }
}

function picked(envelope: PrintedEnvelope, entry: Row, fields: readonly string[] | undefined): unknown {
  return fields === undefined ? entry : pickFields(fieldSource(envelope, entry), fields);
}

function hasView(type: string): type is Exclude<PageType, 'product' | 'seller'> {
  return Object.hasOwn(LIST_VIEWS, type);
}

function isList({ page_type }: PrintedEnvelope): boolean {
  return !isPageType(page_type) || 'list' in pageTypes[page_type];
}

/** The note instead of a table when nothing is found. */
export function notFoundNote({ page_type }: { page_type: string }): string {
  return `not found: the marketplace has no such ${page_type}`;
}
