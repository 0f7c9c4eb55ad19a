/** Dimensions, weight, colour, size and material of the product and its package. */
import type { ProductData } from '../../contract/data/product.ts';
import type { Phrases } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import type { Page } from '../page.ts';
import { isLabel } from './labels.ts';
import { overviewRows } from './overview.ts';
import { rowsLabelled } from './rows.ts';
import { dimensions, selectedValues } from './variations.ts';

export const measureFields = {
  dimensions: (page) =>
    first(valuesOf(page, labels(page).dimensions, 'item_dimensions'), page.locale.dimensions) ?? sidesOfSize(page),
  weight: (page) =>
    first(valuesOf(page, labels(page).weight, 'item_weight'), page.locale.weight) ??
    first(withWeight(valuesOf(page, labels(page).dimensions)), page.locale.weight),
  package_dimensions: (page) => first(valuesOf(page, labels(page).packageDimensions), page.locale.dimensions),
  package_weight: (page) =>
    first(valuesOf(page, labels(page).packageWeight), page.locale.weight) ??
    first(withWeight(valuesOf(page, labels(page).packageDimensions)), page.locale.weight),
  color: (page) => selected(page, labels(page).color) ?? valuesOf(page, labels(page).color, 'color')[0],
  size: (page) => selected(page, labels(page).size) ?? valuesOf(page, labels(page).size, 'size')[0],
  material: (page) => valuesOf(page, labels(page).material, 'material')[0],
} satisfies FieldGroup<ProductData>;

const labels = (page: Page) => page.locale.details;

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
  const readings = valuesOf(page, labels(page).size, 'size').map(page.locale.dimensions);
  return readings.find((reading) => reading?.unit !== undefined && reading.height !== undefined);
}

/** Returns the part after the sides: "10 x 8 x 3 cm; 200 g". */
function withWeight(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(/[;；]/).slice(1));
}

/** Returns the first value with numbers, else the first one with text only. */
function first<T extends object>(values: readonly string[], read: (text: string) => T | undefined): T | undefined {
  const readings = values.map(read).filter((reading) => reading !== undefined);
  return readings.find((reading) => 'unit' in reading) ?? readings[0];
}
