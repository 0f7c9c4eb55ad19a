/** The imprint of a seller: rows with a label and a value, or a block of lines in any layout. A postal address is a label with lines below it. */
import { isOneOf, type Locale, mentions, type SellerWords } from '../../locale/index.ts';
import type { Page } from '../engine/page.ts';
import { present } from '../parts/present.ts';

type Address = 'businessAddress' | 'customerServiceAddress';
type Label = Exclude<keyof SellerWords, 'ratedBy'>;

/** The values by the meaning of their labels. */
type Imprint = { [Name in Exclude<Label, Address>]?: string | undefined } & { [Name in Address]: string[] };

interface Entry {
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
    ...present(rows),
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
    ...valuesOf((meaning) => named(meaning)?.value),
    ...(first?.meaning === undefined && { businessName: named('businessName')?.value ?? first?.value }),
    businessAddress: linesOf(business),
    customerServiceAddress: linesOf(service),
  };
}

/** Returns the value of each label that is not that of an address. */
const valuesOf = (read: (meaning: Label) => string | undefined): { [Name in Label]?: string | undefined } =>
  Object.fromEntries(LABELS.map((meaning) => [meaning, read(meaning)]));

const linesOf = (entry: Entry | undefined): string[] =>
  entry === undefined ? [] : oneAddress([...(entry.value === undefined ? [] : [entry.value]), ...entry.lines]);

const LINE = '.indent-left, .indent-left *';

/** The lines of an address are indented. Other lines between the rows are not part of the imprint. */
function entriesOf(page: Page): Entry[] {
  const entries: Entry[] = [];
  for (const row of page.at('page-section-detail-seller-info').all('.a-row:not(:has(.a-row, h3))')) {
    const text = row.text();
    const label = row.text('.a-text-bold');
    if (text === undefined) continue;
    if (label !== undefined) {
      const value = text.slice(text.indexOf(label) + label.length).trim();
      const meaning = LABELS.find((one) => mentions(label, page.locale.words.seller[one]));
      entries.push({ meaning, value: value || undefined, lines: [] });
    } else if (row.filter(LINE).exists || row.has('.indent-left')) entries.at(-1)?.lines.push(text);
  }
  return entries;
}

/** The most specific labels first: the customer service label contains the words of other labels. */
const LABELS: readonly Label[] = [
  'customerServiceAddress',
  'businessAddress',
  'email',
  'phone',
  'vat',
  'tradeRegister',
  'businessType',
  'representative',
  'businessName',
];

const CONTAINERS = ['page-section-detail-seller-info', 'seller-profile-container', 'sellerProfileContainer', 'aag'];

type LabelledEntry = Pick<Entry, 'meaning' | 'lines'>;

/** Returns the entries of the first block of lines that begins with a name or an address. A list below the profile: Seen 2017 to 2021. */
function labelledLines(page: Page): Imprint | undefined {
  const known = CONTAINERS.map((id) => page.at(id)).find((container) => container.exists);
  const entries = labelledEntries((known ?? page.first('body')).lines(), page.locale);
  const linesOf = (meaning: Label) => entries.find((entry) => entry.meaning === meaning)?.lines ?? [];
  if (linesOf('businessName').length === 0 && linesOf('businessAddress').length === 0) return undefined;
  return {
    ...valuesOf((meaning) => (linesOf(meaning).length === 1 ? linesOf(meaning)[0] : undefined)),
    businessAddress: addressOf(linesOf('businessAddress')),
    customerServiceAddress: addressOf(linesOf('customerServiceAddress')),
  };
}

/** The longest address that the site shows, in lines. */
const MOST_LINES = 8;
const COUNTRY = /^[A-Z]{2}$/;

/** An address ends with the code of its country. Lines after it are not part of it. */
const addressOf = (lines: readonly string[]): string[] =>
  oneAddress(lines.slice(0, lines.findLastIndex((line) => COUNTRY.test(line)) + 1));

/** Returns the lines of one address. Before the country there can be the code of a state, with a postal code between them; lines of two addresses are not one. */
function oneAddress(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => COUNTRY.test(line));
  return first === -1 || first >= lines.length - 3 ? [...lines] : [];
}

function labelledEntries(lines: readonly string[], locale: Locale): LabelledEntry[] {
  const entries: LabelledEntry[] = [];
  for (const line of lines) {
    const entry = labelled(line, locale);
    const last = entries.at(-1);
    if (entry !== undefined) entries.push(entry);
    else if (last !== undefined && isOpen(last)) last.lines.push(line);
    else if (last !== undefined) {
      // Text after the block ends it; a label that is unknown does not.
      if (!LABELLED.test(line)) break;
      entries.push({ meaning: undefined, lines: [line] });
    }
  }
  return entries;
}

/** Whether the next line is a part of the entry. */
function isOpen({ meaning, lines }: LabelledEntry): boolean {
  if (meaning !== 'businessAddress' && meaning !== 'customerServiceAddress') return lines.length === 0;
  return lines.length < MOST_LINES;
}

/** A line with a label, known or not. */
const LABELLED = /^(?<label>[^:：]{2,60})[:：]\s*(?<value>.*)$/su;

/** Returns the entry that a line begins: the whole label must be known. */
function labelled(line: string, { words }: Locale): LabelledEntry | undefined {
  const { label = line, value = '' } = LABELLED.exec(line)?.groups ?? {};
  const meaning = LABELS.find((one) => isOneOf(label.trim(), words.seller[one]));
  return meaning === undefined ? undefined : { meaning, lines: value.trim() === '' ? [] : [value.trim()] };
}
