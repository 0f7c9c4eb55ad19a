/** The imprint of a seller: rows with a label and a value. A postal address is a label with lines below it. */
import { mentions } from '../../locale/index.ts';
import type { Page, PageBlock } from '../page.ts';
import { type Imprint, LABELS, type Label, labelledLines, oneAddress } from './labelled-lines.ts';

interface Entry {
  label: string;
  /** The meaning of the label. `undefined` in a language without words for it. */
  meaning: Label | undefined;
  value: string | undefined;
  lines: string[];
}

/** Reads the imprint: from the rows of its section, else from any block of lines with labels. */
export function imprintOf(page: Page): Imprint {
  const rows = readRows(page);
  const lines = page.once(labelledLines);
  if (lines === undefined) return rows;
  const either = (one: string[], other: string[]) => (one.length > 0 ? one : other);
  return {
    ...lines,
    ...Object.fromEntries(Object.entries(rows).filter(([, value]) => value !== undefined)),
    // A line without the mark of an address is still a line of it.
    businessAddress: either(lines.businessAddress, rows.businessAddress),
    customerServiceAddress: either(lines.customerServiceAddress, rows.customerServiceAddress),
  };
}

/** Reads the rows of the section. Without known labels the order decides: the name is first, the business address is last. */
function readRows(page: Page): Imprint {
  const entries = entriesOf(page);
  const named = (meaning: Label) => entries.find((entry) => entry.meaning === meaning);
  const addresses = entries.filter(({ lines }) => lines.length > 0);
  const unnamed = addresses.filter(({ meaning }) => meaning === undefined);
  const [first] = entries;
  const business = named('businessAddress') ?? unnamed.at(-1);
  const service = named('customerServiceAddress') ?? (unnamed.length > 1 ? unnamed[0] : undefined);
  return {
    businessName: named('businessName')?.value ?? (first?.meaning === undefined ? first?.value : undefined),
    businessType: named('businessType')?.value,
    tradeRegister: named('tradeRegister')?.value,
    vat: named('vat')?.value,
    phone: named('phone')?.value,
    email: named('email')?.value,
    representative: named('representative')?.value,
    businessAddress: linesOf(business),
    customerServiceAddress: linesOf(service),
  };
}

function linesOf(entry: Entry | undefined): string[] {
  return entry === undefined ? [] : oneAddress([...(entry.value === undefined ? [] : [entry.value]), ...entry.lines]);
}

const LINE = '.indent-left, .indent-left *';

/** The lines of an address are indented. Other lines between the rows are not part of the imprint. */
function entriesOf(page: Page): Entry[] {
  const entries: Entry[] = [];
  for (const row of page.at('page-section-detail-seller-info').all('.a-row:not(:has(.a-row, h3))')) {
    const text = row.text();
    const label = row.text('.a-text-bold');
    if (text === undefined) continue;
    if (label !== undefined) entries.push(entryOf(row, label, text));
    else if (row.filter(LINE).exists || row.has('.indent-left')) entries.at(-1)?.lines.push(text);
  }
  return entries;
}

function entryOf(row: PageBlock, label: string, text: string): Entry {
  const value = text.slice(text.indexOf(label) + label.length).trim();
  return { label, meaning: meaningOf(row, label), value: value === '' ? undefined : value, lines: [] };
}

function meaningOf({ locale }: PageBlock, label: string): Label | undefined {
  return LABELS.find((meaning) => mentions(label, locale.words.seller[meaning]));
}
