/** The rendered choices of variations: a row of buttons or a drop-down list for each dimension. */
import type { VariationDimension } from '../../contract/data/product.ts';
import type { Price } from '../../locale/index.ts';
import type { Page, PageBlock } from '../page.ts';

/** One button or list entry. */
export interface Swatch {
  asin: string;
  /** The key of the dimension. */
  key: string;
  value: string;
  price?: Price;
  image_url?: string;
  available?: boolean;
}

/** A row of buttons or a list. */
export interface SwatchDimension extends VariationDimension {
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
  const block = ['twister_feature_div', 'twister', 'softlinesTwister_feature_div']
    .map((id) => page.at(id).first())
    .find((one) => one.has(ROW));
  return (block?.entries(ROW) ?? []).flatMap((row) => {
    const key = KEY.exec(row.attr('id') ?? '')?.[1];
    return key === undefined ? [] : [{ key, row }];
  });
}

/** Returns the dimensions of all rows and lists. */
export function swatchDimensions(page: Page): SwatchDimension[] {
  return page.once(rows).flatMap(({ key, row }): SwatchDimension[] => {
    const choices = row.entries(CHOICE).flatMap((choice) => valueOn(choice) ?? []);
    const values = [...new Set(choices.length > 0 ? choices : row.texts(SELECTED).slice(0, 1))];
    const name = row
      .text('.dimension-text .a-color-secondary', '.inline-twister-dim-title', '.a-form-label', 'label')
      ?.replace(/(?<![\s:：])[\s:：]+$/, '');
    return values.length === 0 ? [] : [{ key, name: name ?? key, values, selected: selectedOf(row, values) }];
  });
}

/** If nothing is selected, the same elements ask to select. */
function selectedOf(row: PageBlock, values: readonly string[]): string | undefined {
  const texts = [row.text(SELECTED), row.text('select option[selected]'), row.all('li.swatchSelect').map(valueOn)[0]];
  return texts.find((value) => value !== undefined && values.includes(value));
}

/** Returns all buttons and entries with an ASIN. */
export function swatches(page: Page): Swatch[] {
  const isOnly = page.once(rows).length === 1;
  return page.once(rows).flatMap(({ key, row }) =>
    row.entries(CHOICE).flatMap((choice): Swatch[] => {
      const [asin, value] = [asinOn(choice), valueOn(choice)];
      if (asin === undefined || value === undefined) return [];
      const swatch = { asin, key, value };
      if (!isUnavailable(choice)) return [{ ...swatch, available: true, ...shownOn(choice) }];
      // With several dimensions a grey button means that the combination is unavailable, not the product that it links to.
      return [isOnly ? { ...swatch, available: false } : swatch];
    }),
  );
}

/** Returns the first price on a button. */
export function swatchPrice(page: Page): Price | undefined {
  return page.once(swatches).find(({ price }) => price !== undefined)?.price;
}

const ASIN_IN_VALUE = /^\d+,([A-Z0-9]{10})$/;

function asinOn(choice: PageBlock): string | undefined {
  return (
    choice.attr('data-asin') ?? choice.attr('data-defaultasin') ?? ASIN_IN_VALUE.exec(choice.attr('value') ?? '')?.[1]
  );
}

function valueOn(choice: PageBlock): string | undefined {
  if (choice.tag === 'option') return choice.text();
  return (
    choice.attr('alt', 'img') ?? choice.text('.swatch-title-text-display', '.swatch-title-text', '.twisterTextDiv')
  );
}

function isUnavailable(choice: PageBlock): boolean {
  return (
    choice.attr('data-initiallyunavailable') === 'true' ||
    choice.filter('.swatchUnavailable, .dropdownUnavailable').exists
  );
}

/** The text under a price: for members, or for used goods. */
const CONDITION = '[id^="dimension-slot-info-"]';

/** Reads the image and the price to pay, not a struck price or one with a condition. */
function shownOn(choice: PageBlock): Pick<Swatch, 'price' | 'image_url'> {
  const isOpen = choice.text(CONDITION) === undefined;
  const price = isOpen ? (choice.price('.apex-pricetopay-value') ?? priceOfOldButton(choice)) : undefined;
  const image = choice.attr('src', 'img');
  return { ...(price !== undefined && { price }), ...(image?.startsWith('http') && { image_url: image }) };
}

/** A price without words. With words ("2 options from") it is the price of another offer. */
const PRICE_ALONE = /^(?:\p{Sc}|\p{L}{1,3}\p{Sc}?)?\s?\p{Nd}[\p{Nd}.,\s]*(?:\p{Sc}|\p{L}{1,3}\.?)?$/u;

/** Seen 2017 to 2022. Without a class: Seen 2017. */
const OLD_PRICE = ['.twisterSwatchPrice', '.twisterSlotDiv [id$="_price"]'] as const;

function priceOfOldButton(choice: PageBlock): Price | undefined {
  const text = choice.text(...OLD_PRICE);
  return text !== undefined && PRICE_ALONE.test(text) ? choice.locale.price(text) : undefined;
}
