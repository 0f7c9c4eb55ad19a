/** The variations of the product: dimensions (colour, size), their values, and the product of each combination. */
import type { ProductData, Variation, VariationDimension } from '../../contract/data/product.ts';
import { origin } from '../detect.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page } from '../page.ts';
import { galleryDetails } from './gallery.ts';
import { items, member, members, text } from './json.ts';
import { type Swatch, swatchDimensions, swatches } from './swatches.ts';
import { type Attributes, tableChoice, tableCount, tableDimensions, tableProducts } from './twister.ts';

export const variationFields = {
  variation_dimensions: (page) => someOf(page.once(dimensions)),
  variations: (page) => someOf(page.once(variations)),
  variations_count: (page) => tableCount(page) ?? (page.once(variations).length || undefined),
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
    const image = images.get(asin) ?? swatch?.image_url;
    return {
      asin,
      attributes,
      url: `${origin(page.locale.marketplace)}/dp/${asin}`,
      is_selected: isSelected(page, attributes),
      ...(swatch?.price !== undefined && { price: swatch.price.amount }),
      ...(image !== undefined && { image_url: image }),
      ...(swatch?.available !== undefined && { available: swatch.available }),
    };
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
