/** The choices that a shopper has: colours, sizes, ... and the product of every choice. */
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

/** Every choice with all its values. */
export function dimensions(page: Page): VariationDimension[] {
  const table = page.once(tableDimensions);
  return table.length > 0 ? table : page.once(swatchDimensions).map(({ key, name, values }) => ({ key, name, values }));
}

/** The chosen value of each dimension; one that is not chosen yet is left out. */
export function selectedValues(page: Page): Attributes | undefined {
  const drawn = page
    .once(swatchDimensions)
    .flatMap(({ key, selected }) => (selected ? [[key, selected] as const] : []));
  const chosen = page.once(tableDimensions).length > 0 ? tableChoice(page) : Object.fromEntries(drawn);
  return Object.keys(chosen).length === 0 ? undefined : chosen;
}

function variations(page: Page): Variation[] {
  const drawn = page.once(swatchesByAsin);
  const table = tableProducts(page);
  // Without the table the buttons of a single dimension are all the products; of several they are only those beside the chosen one.
  const buttons = page.once(dimensions).length === 1 ? [...drawn.values()] : [];
  const products =
    table.length > 0 ? table : buttons.map(({ asin, key, value }): [string, Attributes] => [asin, { [key]: value }]);
  const pictures = picturesByAsin(page);
  return products.map(([asin, attributes]) => {
    const swatch = drawn.get(asin);
    const image = pictures.get(asin) ?? swatch?.image_url;
    return {
      asin,
      attributes,
      url: `${origin(page.locale.marketplace)}/dp/${asin}`,
      is_selected: isSelected(page, attributes),
      ...(swatch?.price !== undefined && { price: swatch.price }),
      ...(image !== undefined && { image_url: image }),
      ...(swatch?.available !== undefined && { available: swatch.available }),
    };
  });
}

/** Every choice is made, and made so. */
function isSelected(page: Page, attributes: Attributes): boolean {
  const selected = page.once(selectedValues) ?? {};
  const keys = Object.keys(attributes);
  return keys.length > 0 && keys.every((key) => selected[key] === attributes[key]);
}

/** A button that cannot be had beside the other choices says nothing of the product that it leads to: a button of another row wins. */
function swatchesByAsin(page: Page): Map<string, Swatch> {
  const sorted = [...page.once(swatches)].sort(
    (a, b) => Number(a.available !== undefined) - Number(b.available !== undefined),
  );
  return new Map(sorted.map((swatch) => [swatch.asin, swatch]));
}

/** The gallery's pictures of the other variations: `colorToAsin` names the product of each list in `colorImages`. */
function picturesByAsin(page: Page): Map<string, string> {
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
