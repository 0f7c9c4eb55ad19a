/** The table of variations that the page's scripts run on, and what is chosen in it. */
import type { VariationDimension } from '../../contract/data/product.ts';
import { parseLoose } from '../../html/index.ts';
import type { Page } from '../page.ts';
import { items, member, members, number, text } from './json.ts';

/** Value by dimension key. */
export type Attributes = Record<string, string>;

/** The marker of the script that holds the table: members that other scripts have too are read from this one. */
const TABLE = '"dimensionValuesDisplayData"';
const KEYS = /"dimensions"\s*:\s*(\[(?:"[^"\]]+",?\s*)+\])/;
const CHOSEN_PLACES = /"selectedVariationValues"\s*:\s*(\{[^{}]*\})/;
const CHOSEN_VALUES = /"selected_variations"\s*:\s*(\{[^{}]*\})/;
const COUNT = /"num_total_variations"\s*:\s*(\d+)/;
const ASIN = /^[A-Z0-9]{10}$/;

/** How many products there are to choose from. */
export function tableCount(page: Page): number | undefined {
  return number(page.scriptValue(TABLE, COUNT)) || undefined;
}

/** Every dimension with its label and all its values, in the page's order. */
export function tableDimensions(page: Page): VariationDimension[] {
  const values = page.json('"variationValues"');
  const labels = page.json('"variationDisplayLabels"');
  const listed = strings(parseLoose(page.scriptValue(TABLE, KEYS) ?? ''));
  const keys = listed.length > 0 ? listed : members(values).map(([key]) => key);
  return keys
    .map((key) => ({ key, name: text(member(labels, key)) ?? key, values: strings(member(values, key)) }))
    .filter((dimension) => dimension.values.length > 0);
}

/** Every product with its values: `{ "B0...": ["XL", "Red"] }`, else from the map of places, `{ "4_0": "B0..." }`. */
export function tableProducts(page: Page): [string, Attributes][] {
  const dimensions = page.once(tableDimensions);
  const named = members(page.json(TABLE)).map(([asin, values]): [string, string[]] => [asin, strings(values)]);
  const placed = members(page.json('"dimensionToAsinMap"')).map(([places, asin]): [string, string[]] => {
    const values = places.split('_').map((place, at) => dimensions[at]?.values[Number(place)] ?? '');
    return [text(asin) ?? '', values];
  });
  return (named.length > 0 ? named : placed)
    .filter(([asin]) => ASIN.test(asin))
    .map(([asin, values]) => [asin, attributesOf(dimensions, values)]);
}

function attributesOf(dimensions: readonly VariationDimension[], values: readonly string[]): Attributes {
  return Object.fromEntries(dimensions.flatMap(({ key }, at) => (values[at] ? [[key, values[at]]] : [])));
}

/** The chosen values by their place; a choice that is not made yet is -1. Older pages name the values themselves. */
export function tableChoice(page: Page): Attributes {
  const places = parseLoose(page.scriptValue(TABLE, CHOSEN_PLACES) ?? '');
  const named = parseLoose(page.scriptValue(TABLE, CHOSEN_VALUES) ?? '');
  return Object.fromEntries(
    page.once(tableDimensions).flatMap(({ key, values }): [string, string][] => {
      const place = number(member(places, key));
      const value = place === undefined ? text(member(named, key)) : values[place];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function strings(list: unknown): string[] {
  return items(list).flatMap((entry) => text(entry) ?? []);
}
