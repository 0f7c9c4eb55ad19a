/** Prints answers of a marketplace: one, or page after page. */
import type { OffersData } from '../../contract/data/offers.ts';
import { NewOffers } from '../../paging/new-offers.ts';
import type { Terminal } from '../terminal.ts';
import { type Answered, answerLines, notFoundNote } from './answer-table.ts';
import { columnsOf, hasColumns } from './columns.ts';
import { csvLine } from './csv.ts';
import { fieldSource } from './fields.ts';
import { csvRow, type PrintStyle } from './print.ts';
import { entriesOf, isRecord, pickFields, type Row } from './rows.ts';

/** How answers are printed. */
export interface AnswerStyle extends PrintStyle {
  /** Whether several answers come, a page each. */
  isPaged: boolean;
}

/** Takes answers as they come. Lines are printed at once, what needs all answers at the end. */
export class AnswerPrinter {
  readonly #style: AnswerStyle;
  readonly #terminal: Terminal;
  readonly #answers: Answered[] = [];
  readonly #newOffers = new NewOffers();
  #hasHeading = false;

  constructor(style: AnswerStyle, terminal: Terminal) {
    this.#style = style;
    this.#terminal = terminal;
  }

  add(answer: Answered): void {
    const { form } = this.#style;
    if (form === 'ndjson') this.#lines(answer);
    else if (form === 'csv') this.#csv(answer);
    else this.#answers.push(answer);
  }

  end(): void {
    if (this.#style.form === 'json') this.#json();
    if (this.#style.form === 'table') this.#table();
  }

  #lines(answer: Answered): void {
    for (const entry of this.#entries(answer)) {
      const { fields } = this.#style;
      const value = fields === undefined ? entry : pickFields(fieldSource(answer, entry), fields);
      this.#terminal.out(JSON.stringify(value));
    }
  }

  #csv(answer: Answered): void {
    const columns =
      this.#style.fields ?? (hasColumns(answer.page_type) ? columnsOf(answer.page_type).map(({ name }) => name) : []);
    if (!this.#hasHeading) this.#terminal.out(`${csvLine(columns)}\r`);
    this.#hasHeading = true;
    for (const entry of this.#entries(answer)) this.#terminal.out(`${csvRow(fieldSource(answer, entry), columns)}\r`);
  }

  #json(): void {
    const { fields, isPaged } = this.#style;
    const [first] = this.#answers;
    if (fields === undefined) this.#terminal.json(isPaged ? this.#answers : first);
    else {
      const values = this.#answers.flatMap((answer) =>
        this.#entries(answer).map((entry) => pickFields(fieldSource(answer, entry), fields)),
      );
      this.#terminal.json(first !== undefined && isList(first) ? values : (values[0] ?? null));
    }
  }

  #table(): void {
    const [first] = this.#answers;
    if (first === undefined) return;
    const rows = this.#answers.flatMap((answer) => this.#entries(answer).map((entry) => ({ answer, entry })));
    if (!first.found) this.#terminal.note(notFoundNote(first));
    else for (const line of answerLines(first, rows, this.#style.fields, this.#terminal)) this.#terminal.out(line);
  }

  /** The entries of an answer; of offers, those that no earlier page had. */
  #entries(answer: Answered): Row[] {
    const { page_type, data } = answer;
    if (page_type !== 'offers' || !hasOffers(data)) return entriesOf(answer);
    const product_sellers_info = this.#newOffers.of(data.product_sellers_info);
    return entriesOf({ page_type, data: { ...data, product_sellers_info } });
  }
}

function hasOffers(data: unknown): data is OffersData {
  return isRecord(data) && Array.isArray(data.product_sellers_info) && data.product_sellers_info.every(isRecord);
}

function isList({ page_type }: Answered): boolean {
  return page_type !== 'product' && page_type !== 'seller';
}
