/** Facts from the detail tables and lists. */
import type { ProductData } from '../../contract/data/product.ts';
import { isOneOf, mentions, type Phrases } from '../../locale/index.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page } from '../page.ts';
import { namedEdition } from './byline.ts';
import { isLabel } from './labels.ts';
import { bestSellersRanks } from './ranks.ts';
import { detailRows, rowsLabelled, valueLabelled } from './rows.ts';

export const detailFields = {
  manufacturer: (page) => valueLabelled(page, words(page).manufacturer),
  model_number: (page) => valueLabelled(page, words(page).modelNumber),
  part_number: (page) => valueLabelled(page, words(page).partNumber),
  upc: (page) => code(page, words(page).upc, UPC),
  ean: (page) => code(page, words(page).ean, EAN),
  isbn_10: (page) => code(page, words(page).isbn10, ISBN_10),
  isbn_13: (page) => code(page, words(page).isbn13, ISBN_13),
  edition: editionOf,
  language: (page) => valueLabelled(page, words(page).language),
  publisher: (page) => page.once(publisherRow)?.replace(EDITION_AND_DAY, ''),
  publication_date: (page) =>
    date(page, words(page).publicationDate) ?? page.locale.dateInAnyLanguage(page.once(publisherRow)),
  pages: pagesOf,
  country_of_origin: (page) => valueLabelled(page, words(page).countryOfOrigin),
  date_first_available: (page) => date(page, words(page).firstAvailable),
  is_discontinued: (page) => yesOrNo(page, words(page).discontinued),
  warranty: (page) => valueLabelled(page, words(page).warranty) ?? warrantyIcon(page),
  batteries_required: (page) => yesOrNo(page, words(page).batteriesRequired) ?? needsBatteries(page),
  bsr: (page) => page.once(bestSellersRanks)[0]?.rank,
  bsr_ranks: (page) => someOf(page.once(bestSellersRanks)),
  specifications: (page) =>
    someOf(
      page
        .once(detailRows)
        .map(({ name, value, section }) => ({ name, value, ...(section !== undefined && { section }) })),
    ),
} satisfies FieldGroup<ProductData>;

const words = (page: Page) => page.locale.details;

const UPC = /(?<!\d)\d{12}(?!\d)/;
const EAN = /(?<!\d)(?:\d{13}|\d{8})(?!\d)/;
const ISBN_10 = /(?<![\dX-])\d{9}[\dX](?![\dX-])/i;
const ISBN_13 = /(?<![\d-])97[89]-?\d{10}(?!\d)/;

/** Returns the first code of the expected form. A row can contain several codes, or one of another kind. */
function code(page: Page, labels: Phrases, pattern: RegExp): string | undefined {
  for (const { value } of rowsLabelled(page, labels)) {
    const found = pattern.exec(value)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the date of a row labelled as a release. */
export function releaseDate(page: Page): string | undefined {
  return date(page, words(page).releaseDate);
}

function date(page: Page, labels: Phrases): string | undefined {
  return page.locale.dateInAnyLanguage(valueLabelled(page, labels));
}

/** "Penguin; 2nd edition (March 3, 2020)". */
const EDITION_AND_DAY = / ?(?:[;；] .*|\([^()]{0,40}\d{4}[^()]{0,40}\))$/s;
const EDITION = /[;；] ([^;；()]{1,80}?) ?(?:\([^()]*\))?$/;

/** Returns the edition in the subtitle, the publisher's row or its own row, without its label: "Édition : Nouvelle". */
function editionOf(page: Page): string | undefined {
  const labels = words(page).edition;
  const edition = namedEdition(page) ?? EDITION.exec(page.once(publisherRow) ?? '')?.[1] ?? valueLabelled(page, labels);
  const [label = '', ...rest] = edition?.split(COLON) ?? [];
  return rest.length > 0 && isLabel(label, labels) ? rest.join(': ') : edition;
}

const COLON = /\s?[:：]\s?/;

function publisherRow(page: Page): string | undefined {
  return valueLabelled(page, words(page).publisher);
}

const PAGES = /^\d+(?:[.,\s]\d{3})?(\D+)$/;

/** Reads the row with the label, or the row of the binding: "Hardcover: 320 pages". */
function pagesOf(page: Page): number | undefined {
  const { pages, pageCount } = words(page);
  const labelled = valueLabelled(page, pages);
  const counts = (text: string | undefined) => isOneOf(PAGES.exec(text ?? '')?.[1]?.trim(), pageCount);
  const value = counts(labelled) ? labelled : page.once(detailRows).find((row) => counts(row.value))?.value;
  return page.locale.count(value ?? onlyDigits(labelled));
}

const onlyDigits = (text: string | undefined) => (text !== undefined && /^\d+$/.test(text) ? text : undefined);

/** Reads a row with yes or no. */
function yesOrNo(page: Page, labels: Phrases): boolean | undefined {
  const value = valueLabelled(page, labels);
  if (isOneOf(value, words(page).yes)) return true;
  return isOneOf(value, words(page).no) ? false : undefined;
}

/** The icon can have only a heading: "Warranty Policy". A term has a number. */
const warrantyIcon = (page: Page) =>
  page
    .at('WARRANTY')
    .texts()
    .find((text) => /\p{Nd}/u.test(text));

/** "1 Lithium Ion batteries required. (included)". */
function needsBatteries(page: Page): true | undefined {
  const { batteries, batteriesNeeded } = words(page);
  const value = valueLabelled(page, batteries);
  return value !== undefined && /\d/.test(value) && mentions(value, batteriesNeeded) ? true : undefined;
}
