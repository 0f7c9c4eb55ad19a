/** Facts from the detail tables and lists; breadcrumbs; measures. */
import type { ProductData } from '../../contract/data/product.ts';
import type { Breadcrumb } from '../../contract/data/shared.ts';
import { isOneOf, mentions, type Phrases } from '../../locale/index.ts';
import { type FieldGroup, firstValue, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { present } from '../parts/present.ts';
import { nodeOfHref } from '../urls/links.ts';
import { productPart } from './buybox.ts';
import { namedEdition } from './identity.ts';
import { bestSellersRanks } from './ranks.ts';
import { detailRows, isLabel, overviewRows, rowsLabelled, valueLabelled } from './rows.ts';
import { dimensions, selectedValues } from './variations.ts';

export const detailFields = {
  manufacturer: (page) => valueLabelled(page, words(page).manufacturer),
  model_number: (page) => valueLabelled(page, words(page).modelNumber),
  part_number: (page) => valueLabelled(page, words(page).partNumber),
  upc: (page) => code(page, words(page).upc, UPC),
  ean: (page) => code(page, words(page).ean, EAN),
  isbn_10: (page) => code(page, words(page).isbn10, ISBN_10),
  // The row of the shorter number can have the longer one.
  isbn_13: (page) => code(page, words(page).isbn13, ISBN_13) ?? code(page, words(page).isbn10, ISBN_13),
  edition: editionOf,
  language: (page) => valueLabelled(page, words(page).language),
  publisher: (page) => page.once(publisherRow)?.replace(EDITION_AND_DAY, ''),
  publication_date: (page) =>
    date(page, words(page).publicationDate) ?? page.locale.dateInAnyLanguage(page.once(publisherRow)),
  pages: pagesOf,
  country_of_origin: (page) => valueLabelled(page, words(page).countryOfOrigin),
  date_first_available: (page) => date(page, words(page).firstAvailable),
  is_discontinued: (page) => yesOrNo(page, words(page).discontinued),
  // The icon can have only a heading: "Warranty Policy". A term has a number.
  warranty: (page) =>
    valueLabelled(page, words(page).warranty) ??
    page
      .at('WARRANTY')
      .texts()
      .find((text) => /\p{Nd}/u.test(text)),
  batteries_required: (page) => yesOrNo(page, words(page).batteriesRequired) ?? needsBatteries(page),
  bsr: (page) => page.once(bestSellersRanks)[0]?.rank ?? bareRank(page),
  bsr_ranks: (page) => someOf(page.once(bestSellersRanks)),
  specifications: (page) =>
    someOf(page.once(detailRows).map(({ name, value, section }) => present({ name, value, section }))),
} satisfies FieldGroup<ProductData>;

const words = (page: Page) => page.locale.details;

/** A row of a mobile page can have the rank without its category. Seen 2018. */
function bareRank(page: Page): number | undefined {
  const value = valueLabelled(page, words(page).rank);
  return value !== undefined && BARE_RANK.test(value) ? page.locale.count(value) || undefined : undefined;
}

const BARE_RANK = /^#?\d[\d.,]*$/;
const UPC = /(?<!\d)\d{12}(?!\d)/;
const EAN = /(?<!\d)(?:\d{13}|\d{8})(?!\d)/;
const ISBN_10 = /(?<![\dX-])\d{9}[\dX](?![\dX-])/i;
const ISBN_13 = /(?<![\d-])97[89]-?\d{10}(?!\d)/;

/** Returns the first code of the expected form. A row can contain several codes, or one of another kind. */
const code = (page: Page, labels: Phrases, pattern: RegExp): string | undefined =>
  firstValue(rowsLabelled(page, labels), ({ value }) => pattern.exec(value)?.[0]);

/** Returns the date of a row labelled as a release. */
export const releaseDate = (page: Page): string | undefined => date(page, words(page).releaseDate);

const date = (page: Page, labels: Phrases): string | undefined =>
  page.locale.dateInAnyLanguage(valueLabelled(page, labels));

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

const publisherRow = (page: Page): string | undefined => valueLabelled(page, words(page).publisher);

const PAGES = /^\d+(?:[.,\s]\d{3})?(\D+)$/;

/** Reads the row with the label, or the row of the binding: "Hardcover: 320 pages". */
function pagesOf(page: Page): number | undefined {
  const { pages, pageCount } = words(page);
  const labelled = valueLabelled(page, pages);
  const counts = (text: string | undefined) => isOneOf(PAGES.exec(text ?? '')?.[1]?.trim(), pageCount);
  const value = counts(labelled) ? labelled : page.once(detailRows).find((row) => counts(row.value))?.value;
  return page.locale.count(value ?? /^\d+$/.exec(labelled ?? '')?.[0]);
}

function yesOrNo(page: Page, labels: Phrases): boolean | undefined {
  const value = valueLabelled(page, labels);
  if (isOneOf(value, words(page).yes)) return true;
  return isOneOf(value, words(page).no) ? false : undefined;
}

/** "1 Lithium Ion batteries required. (included)". */
function needsBatteries(page: Page): true | undefined {
  const { batteries, batteriesNeeded } = words(page);
  const value = valueLabelled(page, batteries);
  return value !== undefined && /\d/.test(value) && mentions(value, batteriesNeeded) ? true : undefined;
}

export const categoryFields = {
  breadcrumbs: (page) => someOf(page.once(readBreadcrumbs)),
  category: categoryOf,
  category_node_id: (page) => page.once(readBreadcrumbs).at(-1)?.node_id,
} satisfies FieldGroup<ProductData>;

/** Ids of the breadcrumbs: on most pages, in an older layout, on mobile pages. The second: Seen 2019. */
const BREADCRUMBS = [
  'wayfinding-breadcrumbs_feature_div',
  'wayfinding-breadcrumbs_container',
  'breadcrumb_feature_div',
  'breadcrumb',
];
/** The links of a trail count clicks under this name, wherever the trail is. */
const NAMED_LINKS = 'a[href*="ref=dp_bc_"], a[href*="ref_=dp_bc_"]';
/** A card of related pages below everything else on mobile pages. */
const RELATED = '[class*="seo-breadcrumb"]';
/** The first link can lead back to a list of results. */
const LINKS = 'li a:not(#breadcrumb-back-link), a.a-link-normal:not(#breadcrumb-back-link)';

/** A search: the link back to the results that the shopper came from. */
const SEARCH = /[?&](?:k|field-keywords)=/;

function readBreadcrumbs(page: Page): Breadcrumb[] {
  const trails = BREADCRUMBS.map((id) => page.at(id).first().all(LINKS));
  const links = trails.find((found) => found.length > 0) ?? productPart(page).all(NAMED_LINKS);
  return links.filter((link) => !link.closest(RELATED).exists).flatMap(readBreadcrumb);
}

function readBreadcrumb(link: PageBlock): Breadcrumb[] {
  const name = link.text();
  const url = link.relative(link.attr('href'));
  const node_id = nodeOfHref(url);
  if (name === undefined || (node_id === undefined && SEARCH.test(url ?? ''))) return [];
  return [present({ name, url, node_id })];
}

/** Returns the first breadcrumb, else the category of the first rank, whose link leads to a list of best sellers, which is not a browse node. */
function categoryOf(page: Page): ProductData['category'] | undefined {
  const [root] = page.once(readBreadcrumbs);
  if (root !== undefined) return present({ name: root.name, url: root.url });
  const [rank] = page.once(bestSellersRanks);
  return rank && { name: rank.category };
}

export const measureFields = {
  dimensions: (page) =>
    first(valuesOf(page, words(page).dimensions, 'item_dimensions'), page.locale.dimensions) ?? sidesOfSize(page),
  weight: (page) =>
    first(valuesOf(page, words(page).weight, 'item_weight'), page.locale.weight) ??
    first(withWeight(valuesOf(page, words(page).dimensions)), page.locale.weight),
  package_dimensions: (page) => first(valuesOf(page, words(page).packageDimensions), page.locale.dimensions),
  package_weight: (page) =>
    first(valuesOf(page, words(page).packageWeight), page.locale.weight) ??
    first(withWeight(valuesOf(page, words(page).packageDimensions)), page.locale.weight),
  color: (page) => selected(page, words(page).color) ?? valuesOf(page, words(page).color, 'color')[0],
  size: (page) => selected(page, words(page).size) ?? valuesOf(page, words(page).size, 'size')[0],
  material: (page) => valuesOf(page, words(page).material, 'material')[0],
} satisfies FieldGroup<ProductData>;

/** Returns the selected value of the dimension with this label. Dimensions are found by name: the key can be of another one. */
function selected(page: Page, phrases: Phrases): string | undefined {
  const key = page.once(dimensions).find(({ name }) => isLabel(name, phrases))?.key;
  return key === undefined ? undefined : page.once(selectedValues)?.[key];
}

/** Returns the values of the rows with such a label, then of the overview's row with the key: the key does not depend on the language. */
function valuesOf(page: Page, phrases: Phrases, key?: string): string[] {
  const keyed = key === undefined ? [] : page.once(overviewRows).filter((row) => row.key === key);
  return [...new Set([...rowsLabelled(page, phrases), ...keyed].map(({ value }) => value))];
}

/** A size with three sides is a size, and the dimensions if no other row has them. */
function sidesOfSize(page: Page): ProductData['dimensions'] {
  const readings = valuesOf(page, words(page).size, 'size').map(page.locale.dimensions);
  return readings.find((reading) => reading?.unit !== undefined && reading.height !== undefined);
}

/** Returns the part after the sides: "10 x 8 x 3 cm; 200 g". */
const withWeight = (values: readonly string[]): string[] => values.flatMap((value) => value.split(/[;；]/).slice(1));

/** Returns the first value with numbers, else the first one with text only. */
function first<T extends object>(values: readonly string[], read: (text: string) => T | undefined): T | undefined {
  const readings = values.map(read).filter((reading) => reading !== undefined);
  return readings.find((reading) => 'unit' in reading) ?? readings[0];
}
