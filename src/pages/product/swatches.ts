/** The choices as they are drawn: rows of buttons or drop-down lists, one for each dimension. */
import type { VariationDimension } from '../../contract/data/product.ts';
import type { Page, PageBlock } from '../page.ts';

/** One button. */
export interface Swatch {
  asin: string;
  /** Key of the dimension. */
  key: string;
  value: string;
  price?: number;
  image_url?: string;
  available?: boolean;
}

/** A row of buttons, or a list. */
export interface SwatchDimension extends VariationDimension {
  selected: string | undefined;
}

/** A row of today's pages, one of older pages: both name the key in their id. */
const ROW = '[id^="inline-twister-row-"], [id^="variation_"]';
const KEY = /^(?:inline-twister-row-|variation_)([a-z_]+)$/;
const BUTTON = 'li[data-asin], li[data-defaultasin]';

function rows(page: Page): { key: string; row: PageBlock }[] {
  const place = ['twister_feature_div', 'twister', 'softlinesTwister_feature_div']
    .map((id) => page.at(id).first())
    .find((block) => block.has(ROW));
  return (place?.all(ROW) ?? []).flatMap((row) => {
    const key = KEY.exec(row.attr('id') ?? '')?.[1];
    return key === undefined ? [] : [{ key, row }];
  });
}

/** All rows of buttons and lists. */
export function swatchDimensions(page: Page): SwatchDimension[] {
  return page.once(rows).flatMap(({ key, row }): SwatchDimension[] => {
    const options = row.all('select option:not([value="-1"])').map((option) => option.text() ?? '');
    const values = [...row.all(BUTTON).map(valueOf), ...options].filter((value) => value !== '');
    const name = row.text('.dimension-text .a-color-secondary', '.a-form-label', 'label')?.replace(/[\s:：]+$/, '');
    return values.length === 0
      ? []
      : [{ key, name: name ?? key, values: [...new Set(values)], selected: selectedOf(row) }];
  });
}

function selectedOf(row: PageBlock): string | undefined {
  return (
    row.text('.inline-twister-dim-title-value', 'span.selection') ??
    row.text('select option[selected]:not([value="-1"])') ??
    row.all('li.swatchSelect').map(valueOf)[0]
  );
}

/** All buttons that name their product. */
export function swatches(page: Page): Swatch[] {
  return page.once(rows).flatMap(({ key, row }) => {
    const isOnly = page.once(rows).length === 1;
    return row.all(BUTTON).flatMap((button): Swatch[] => {
      const asin = button.attr('data-asin') ?? button.attr('data-defaultasin');
      const value = valueOf(button);
      if (asin === undefined || value === '') return [];
      const isUnavailable = unavailable(button);
      // Beside other choices a greyed button stands for a combination that is not to be had, not for the product that it leads to.
      if (isUnavailable && !isOnly) return [{ asin, key, value }];
      const price = isUnavailable ? undefined : priceOf(button);
      const image = button.attr('src', 'img');
      return [
        {
          asin,
          key,
          value,
          available: !isUnavailable,
          ...(price !== undefined && { price }),
          ...(image?.startsWith('http') && { image_url: image }),
        },
      ];
    });
  });
}

function valueOf(button: PageBlock): string {
  return (
    button.attr('alt', 'img') ??
    button.text('.swatch-title-text-display', '.swatch-title-text', '.twisterTextDiv') ??
    ''
  );
}

function unavailable(button: PageBlock): boolean {
  return button.attr('data-initiallyunavailable') === 'true' || button.filter('.swatchUnavailable').exists;
}

/** The price to pay, never the struck one beside it. */
function priceOf(button: PageBlock): number | undefined {
  return button.amount('.apex-pricetopay-value', '.twisterSwatchPrice', '.a-price:not([data-a-strike="true"])');
}
