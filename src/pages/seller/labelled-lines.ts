/** An imprint in any layout: a block of lines, each with a label of its language. A list below the profile: Seen 2017 to 2021. */
import { isOneOf, type Locale, type SellerWords } from '../../locale/index.ts';
import type { Page } from '../page.ts';

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

/** The meaning of a label. */
export type Label = Exclude<keyof SellerWords, 'ratedBy'>;

/** The most specific labels first: the customer service label contains the words of other labels. */
export const LABELS: readonly Label[] = [
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

interface Entry {
  meaning: Label | undefined;
  lines: string[];
}

/** Returns the entries of the first block of lines that begins with a name or an address. */
export function labelledLines(page: Page): Imprint | undefined {
  const known = CONTAINERS.map((id) => page.at(id)).find((container) => container.exists);
  const entries = entriesOf((known ?? page.first('body')).lines(), page.locale);
  const linesOf = (meaning: Label) => entries.find((entry) => entry.meaning === meaning)?.lines ?? [];
  if (linesOf('businessName').length === 0 && linesOf('businessAddress').length === 0) return undefined;
  const single = (meaning: Label) => (linesOf(meaning).length === 1 ? linesOf(meaning)[0] : undefined);
  return {
    businessName: single('businessName'),
    businessType: single('businessType'),
    tradeRegister: single('tradeRegister'),
    vat: single('vat'),
    phone: single('phone'),
    email: single('email'),
    representative: single('representative'),
    businessAddress: addressOf(linesOf('businessAddress')),
    customerServiceAddress: addressOf(linesOf('customerServiceAddress')),
  };
}

/** The longest address that the site shows, in lines. */
const MOST_LINES = 8;
const COUNTRY = /^[A-Z]{2}$/;

/** An address ends with the code of its country. Lines after it are not part of it. */
function addressOf(lines: readonly string[]): string[] {
  return oneAddress(lines.slice(0, lines.findLastIndex((line) => COUNTRY.test(line)) + 1));
}

/** Returns the lines of one address. Before the country there can be the code of a state, with a postal code between them; lines of two addresses are not one. */
export function oneAddress(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => COUNTRY.test(line));
  return first === -1 || first >= lines.length - 3 ? [...lines] : [];
}

function entriesOf(lines: readonly string[], locale: Locale): Entry[] {
  const entries: Entry[] = [];
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
function isOpen({ meaning, lines }: Entry): boolean {
  if (meaning !== 'businessAddress' && meaning !== 'customerServiceAddress') return lines.length === 0;
  return lines.length < MOST_LINES;
}

/** A line with a label, known or not. */
const LABELLED = /^(?<label>[^:：]{2,60})[:：]\s*(?<value>.*)$/su;

/** Returns the entry that a line begins: the whole label must be known. */
function labelled(line: string, { words }: Locale): Entry | undefined {
  const { label = line, value = '' } = LABELLED.exec(line)?.groups ?? {};
  const meaning = LABELS.find((one) => isOneOf(label.trim(), words.seller[one]));
  return meaning === undefined ? undefined : { meaning, lines: value.trim() === '' ? [] : [value.trim()] };
}
