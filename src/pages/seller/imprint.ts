/** The imprint of a seller: rows with a label and a value. A postal address is a label with lines below it. */
import type { SellerWords } from '../../locale/index.ts';
import { mentions } from '../../locale/index.ts';
import type { Page, PageBlock } from '../page.ts';

/** The entries of an imprint. */
export interface Imprint {
  businessName?: string | undefined;
  businessType?: string | undefined;
  tradeRegister?: string | undefined;
  vat?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  representative?: string | undefined;
  businessAddress: string[];
  customerServiceAddress: string[];
}

type Label = Exclude<keyof SellerWords, 'ratedBy'>;

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

interface Entry {
  label: string;
  /** The meaning of the label. `undefined` in a language without words for it. */
  meaning: Label | undefined;
  value: string | undefined;
  lines: string[];
}

/** Reads the imprint. Without known labels the order decides: the name is first, the business address is last. */
export function imprintOf(page: Page): Imprint {
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
  return entry === undefined ? [] : [...(entry.value === undefined ? [] : [entry.value]), ...entry.lines];
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
