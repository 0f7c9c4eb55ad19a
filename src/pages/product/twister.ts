/** The table of variations in the page's scripts, and the selected values. */
import type { VariationDimension } from '../../contract/data/product.ts';
import { LIMITS, PageLimit, parseLoose } from '../../html/index.ts';
import { isAsin } from '../detect.ts';
import type { Page } from '../page.ts';
import { items, member, members, number, text } from './json.ts';
import { swatchDimensions } from './swatches.ts';

/** Values by the key of their dimension. */
export type Attributes = Record<string, string>;

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

/** Returns the number of variations. */
export function tableCount(page: Page): number | undefined {
  return number(page.scriptValue(TABLE, COUNT)) || undefined;
}

/** Returns all dimensions with their labels and values, in the order of the page. A dimension without a label has the one of its row, else its key. */
export function tableDimensions(page: Page): VariationDimension[] {
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
    .map((key, at) => ({
      key,
      name:
        text(member(labels, key)) ??
        (listed.length === displayed.length ? displayed[at] : undefined) ??
        rendered.get(key) ??
        key,
      values: valuesOf(key),
    }))
    .filter((dimension) => dimension.values.length > 0);
}

/** Returns all products with their values: from `{ "B0...": ["XL", "Red"] }`, else from the map of indexes, `{ "4_0": "B0..." }`. */
export function tableProducts(page: Page): [string, Attributes][] {
  const dimensions = page.once(tableDimensions);
  const named = members(page.json(TABLE)).map(([asin, values]): [string, string[]] => [asin, strings(values)]);
  const indexed = members(page.json('"dimensionToAsinMap"')).map(([indexes, asin]): [string, string[]] => {
    const values = indexes.split('_').map((index, at) => dimensions[at]?.values[Number(index)] ?? '');
    return [text(asin) ?? '', values];
  });
  return (named.length > 0 ? named : indexed)
    .filter(([asin]) => isAsin(asin))
    .map(([asin, values]) => [asin, attributesOf(dimensions, values)]);
}

function attributesOf(dimensions: readonly VariationDimension[], values: readonly string[]): Attributes {
  return Object.fromEntries(dimensions.flatMap(({ key }, at) => (values[at] ? [[key, values[at]]] : [])));
}

/** Returns the selected values from their indexes; -1 is not selected. Values instead of indexes: Seen 2015 to 2020. */
export function tableChoice(page: Page): Attributes {
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

function strings(list: unknown): string[] {
  return items(list).flatMap((entry) => text(entry) ?? []);
}
