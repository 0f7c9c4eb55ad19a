/** The variations of the product: dimensions (colour, size), their values, and the product of each combination: from the table in the page's scripts, and from the rendered choices. */
import type { ProductData, Variation, VariationDimension } from '../../contract/data/product.ts';
import { LIMITS, PageLimit, parseLoose } from '../../html/index.ts';
import type { Price } from '../../locale/index.ts';
import { type FieldGroup, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { present } from '../parts/present.ts';
import { origin } from '../urls/detect.ts';
import { isAsin } from '../urls/links.ts';
import { items, member, members, number, text } from './json.ts';
import { galleryDetails } from './media.ts';

export const variationFields = {
  variation_dimensions: (page) => someOf(page.once(dimensions)),
  variations: (page) => someOf(page.once(variations)),
  variations_count: (page) => number(page.scriptValue(TABLE, COUNT)) || page.once(variations).length || undefined,
  selected_variation: (page) => page.once(selectedValues),
} satisfies FieldGroup<ProductData>;

/** Returns all dimensions with their values. */
export function dimensions(page: Page): VariationDimension[] {
  const table = page.once(tableDimensions);
  return table.length > 0 ? table : page.once(swatchDimensions).map(({ key, name, values }) => ({ key, name, values }));
}

/** Returns the selected value of each dimension. Dimensions without a selection are left out. */
export function selectedValues(page: Page): Attributes | undefined {
  const rendered = page
    .once(swatchDimensions)
    .flatMap(({ key, selected }) => (selected ? [[key, selected] as const] : []));
  const selected = page.once(tableDimensions).length > 0 ? tableChoice(page) : Object.fromEntries(rendered);
  return Object.keys(selected).length === 0 ? undefined : selected;
}

function variations(page: Page): Variation[] {
  const rendered = page.once(swatchesByAsin);
  const table = tableProducts(page);
  // Without the table, the buttons of a single dimension are all products. With several dimensions they are only some of them.
  const buttons = page.once(dimensions).length === 1 ? [...rendered.values()] : [];
  const products =
    table.length > 0 ? table : buttons.map(({ asin, key, value }): [string, Attributes] => [asin, { [key]: value }]);
  const images = imagesByAsin(page);
  return products.map(([asin, attributes]) => {
    const swatch = rendered.get(asin);
    return present({
      asin,
      attributes,
      url: `${origin(page.locale.marketplace)}/dp/${asin}`,
      is_selected: isSelected(page, attributes),
      price: swatch?.price?.amount,
      image_url: images.get(asin) ?? swatch?.image_url,
      available: swatch?.available,
    });
  });
}

/** Whether the selected values are those of a product. */
function isSelected(page: Page, attributes: Attributes): boolean {
  const selected = page.once(selectedValues) ?? {};
  const keys = Object.keys(attributes);
  return keys.length > 0 && keys.every((key) => selected[key] === attributes[key]);
}

/** A button without `available` is for an unavailable combination: a button of another row for the same product wins. */
function swatchesByAsin(page: Page): Map<string, Swatch> {
  const sorted = [...page.once(swatches)].sort(
    (a, b) => Number(a.available !== undefined) - Number(b.available !== undefined),
  );
  return new Map(sorted.map((swatch) => [swatch.asin, swatch]));
}

/** Returns the gallery's images of the other variations: `colorToAsin` has the product of each list in `colorImages`. */
function imagesByAsin(page: Page): Map<string, string> {
  const details = page.once(galleryDetails);
  return new Map(
    members(member(details, 'colorToAsin')).flatMap(([name, entry]): [string, string][] => {
      const asin = text(member(entry, 'asin'));
      const [first] = items(member(details, 'colorImages', name));
      const url = text(member(first, 'hiRes')) ?? text(member(first, 'large'));
      return asin === undefined || url === undefined ? [] : [[asin, url]];
    }),
  );
}

/** Values by the key of their dimension. */
type Attributes = Record<string, string>;

/** The marker of the script with the table. Other scripts have some of the same members. */
const TABLE = '"dimensionValuesDisplayData"';
/** The labels of the dimensions. Scripts of other blocks have the same member without labels. */
const LABELS = /"variationDisplayLabels"\s*:\s*(\{\s*"[^{}]*\})/;
/** The labels in the order of the keys. Mobile pages have no others. */
const LABEL_LIST = /"dimensionsDisplay"\s*:\s*(\[(?:"[^"\]]+",?\s*)+\])/;
const KEYS = /"dimensions"\s*:\s*(\[(?:"[^"\]]+",?\s*)+\])/;
const SELECTED_INDEXES = /"selectedVariationValues"\s*:\s*(\{[^{}]*\})/;
const SELECTED_VALUES = /"selected_variations"\s*:\s*(\{[^{}]*\})/;
const COUNT = /"num_total_variations"\s*:\s*(\d+)/;

/** Dimensions of the variations of a product. Real pages: 4. */
const MOST_DIMENSIONS = 50;

/** Returns all dimensions with their labels and values, in the order of the page. A dimension without a label has the one of its row, else its key. */
function tableDimensions(page: Page): VariationDimension[] {
  const values = page.json('"variationValues"');
  const labels = parseLoose(page.scriptValue('"variationDisplayLabels"', LABELS) ?? '');
  const listed = strings(parseLoose(page.scriptValue(TABLE, KEYS) ?? ''));
  const displayed = strings(parseLoose(page.scriptValue(TABLE, LABEL_LIST) ?? ''));
  const keys = listed.length > 0 ? listed : members(values).map(([key]) => key);
  if (keys.length > MOST_DIMENSIONS) throw new PageLimit('dimensions of variations', MOST_DIMENSIONS);
  const rendered = new Map(keys.length > 0 ? page.once(swatchDimensions).map(({ key, name }) => [key, name]) : []);
  const valuesOf = (key: string) => {
    const own = strings(member(values, key));
    if (own.length > LIMITS.variations) throw new PageLimit('values of a dimension', LIMITS.variations);
    return own;
  };
  return keys
    .map((key, at) => {
      const label = text(member(labels, key)) ?? (listed.length === displayed.length ? displayed[at] : undefined);
      return { key, name: label ?? rendered.get(key) ?? key, values: valuesOf(key) };
    })
    .filter((dimension) => dimension.values.length > 0);
}

/** Returns all products with their values: from `{ "B0...": ["XL", "Red"] }`, else from the map of indexes, `{ "4_0": "B0..." }`. */
function tableProducts(page: Page): [string, Attributes][] {
  const dimensions = page.once(tableDimensions);
  const named = members(page.json(TABLE)).map(([asin, values]): [string, string[]] => [asin, strings(values)]);
  const indexed = members(page.json('"dimensionToAsinMap"')).map(([indexes, asin]): [string, string[]] => {
    const values = indexes.split('_').map((index, at) => dimensions[at]?.values[Number(index)] ?? '');
    return [text(asin) ?? '', values];
  });
  return (named.length > 0 ? named : indexed)
    .filter(([asin]) => isAsin(asin))
    .map(([asin, values]) => {
      const attributes = dimensions.flatMap(({ key }, at) => (values[at] ? [[key, values[at]]] : []));
      return [asin, Object.fromEntries(attributes)];
    });
}

/** Returns the selected values from their indexes; -1 is not selected. Values instead of indexes: Seen 2015 to 2020. */
function tableChoice(page: Page): Attributes {
  const indexes = parseLoose(page.scriptValue(TABLE, SELECTED_INDEXES) ?? '');
  const named = parseLoose(page.scriptValue(TABLE, SELECTED_VALUES) ?? '');
  return Object.fromEntries(
    page.once(tableDimensions).flatMap(({ key, values }): [string, string][] => {
      const index = number(member(indexes, key));
      const value = index === undefined ? text(member(named, key)) : values[index];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

const strings = (list: unknown): string[] => items(list).flatMap((entry) => text(entry) ?? []);

/** One button or list entry. */
interface Swatch {
  asin: string;
  /** The key of the dimension. */
  key: string;
  value: string;
  price?: Price;
  image_url?: string;
  available?: boolean;
}

/** A row of buttons or a list. */
interface SwatchDimension extends VariationDimension {
  selected: string | undefined;
}

/** The rows of the current layout, rows with a single choice, rows of an older layout. Their ids contain the key. The last: Seen 2015 to 2024. */
const ROW = '[id^="inline-twister-row-"], [id^="inline-twister-singleton-header-"], [id^="variation_"]';
const KEY = /^(?:inline-twister-row-|inline-twister-singleton-header-|variation_)([a-z_]+)$/;
/** The selected value. Without buttons it is the only choice. */
const SELECTED = '.inline-twister-dim-title-value, .inline-twister-dim-title-value-truncate, span.selection';
/** Buttons, and the entries of lists without the one that asks to select. */
const CHOICE = 'li[data-asin], li[data-defaultasin], select option:not([value="-1"])';

function rows(page: Page): { key: string; row: PageBlock }[] {
  const ids = ['twister_feature_div', 'twister', 'softlinesTwister_feature_div'];
  const block = ids.map((id) => page.at(id).first()).find((one) => one.has(ROW));
  return (block?.entries(ROW) ?? []).flatMap((row) => {
    const key = KEY.exec(row.attr('id') ?? '')?.[1];
    return key === undefined ? [] : [{ key, row }];
  });
}

/** Returns the dimensions of all rows and lists. */
const swatchDimensions = (page: Page): SwatchDimension[] =>
  page.once(rows).flatMap(({ key, row }): SwatchDimension[] => {
    const choices = row.entries(CHOICE).flatMap((choice) => valueOn(choice) ?? []);
    const values = [...new Set(choices.length > 0 ? choices : row.texts(SELECTED).slice(0, 1))];
    const name = row
      .text(
        '.dimension-text .a-color-secondary',
        '.inline-twister-dim-title',
        '[id^="inline-twister-dim-title-"] span:not([class*="dim-title-value"])',
        '.a-form-label',
        'label',
      )
      ?.replace(/(?<![\s:：])[\s:：]+$/, '');
    return values.length === 0 ? [] : [{ key, name: name ?? key, values, selected: selectedOf(row, values) }];
  });

/** If nothing is selected, the same elements ask to select. */
function selectedOf(row: PageBlock, values: readonly string[]): string | undefined {
  const texts = [row.text(SELECTED), row.text('select option[selected]'), row.all('li.swatchSelect').map(valueOn)[0]];
  return texts.find((value) => value !== undefined && values.includes(value));
}

/** Returns all buttons and entries with an ASIN. */
function swatches(page: Page): Swatch[] {
  const isOnly = page.once(rows).length === 1;
  return page.once(rows).flatMap(({ key, row }) =>
    row.entries(CHOICE).flatMap((choice): Swatch[] => {
      const [asin, value] = [asinOn(choice), valueOn(choice)];
      if (asin === undefined || value === undefined) return [];
      const swatch = { asin, key, value };
      if (!choice.filter(UNAVAILABLE).exists) return [{ ...swatch, available: true, ...shownOn(choice) }];
      // With several dimensions a grey button means that the combination is unavailable, not the product that it links to.
      return [isOnly ? { ...swatch, available: false } : swatch];
    }),
  );
}

/** Returns the first price on a button. */
export const swatchPrice = (page: Page): Price | undefined =>
  page.once(swatches).find(({ price }) => price !== undefined)?.price;

const ASIN_IN_VALUE = /^\d+,([A-Z0-9]{10})$/;

const asinOn = (choice: PageBlock): string | undefined =>
  choice.attr('data-asin') ?? choice.attr('data-defaultasin') ?? ASIN_IN_VALUE.exec(choice.attr('value') ?? '')?.[1];

function valueOn(choice: PageBlock): string | undefined {
  if (choice.tag === 'option') return choice.text();
  return choice.attr('alt', 'img') ?? choice.text(...NAMES);
}

const NAMES = ['.swatch-title-text-display', '.swatch-title-text', '.twisterTextDiv'] as const;
const UNAVAILABLE = '[data-initiallyunavailable="true"], .swatchUnavailable, .dropdownUnavailable';

/** The text under a price: for members, or for used goods. */
const CONDITION = '[id^="dimension-slot-info-"]';

/** Reads the image and the price to pay, not a struck price or one with a condition. */
function shownOn(choice: PageBlock): Pick<Swatch, 'price' | 'image_url'> {
  const isOpen = choice.text(CONDITION) === undefined;
  const price = isOpen ? (choice.price('.apex-pricetopay-value') ?? priceOfOldButton(choice)) : undefined;
  const image = choice.attr('src', 'img');
  return present({ price, image_url: image?.startsWith('http') ? image : undefined });
}

/** A price without words. With words ("2 options from") it is the price of another offer. */
const PRICE_ALONE = /^(?:\p{Sc}|\p{L}{1,3}\p{Sc}?)?\s?\p{Nd}[\p{Nd}.,\s]*(?:\p{Sc}|\p{L}{1,3}\.?)?$/u;

/** Seen 2017 to 2022. Without a class: Seen 2017. */
const OLD_PRICE = ['.twisterSwatchPrice', '.twisterSlotDiv [id$="_price"]'] as const;

function priceOfOldButton(choice: PageBlock): Price | undefined {
  const text = choice.text(...OLD_PRICE);
  return text !== undefined && PRICE_ALONE.test(text) ? choice.locale.price(text) : undefined;
}
