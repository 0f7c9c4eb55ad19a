/** Other products on the page: bought together, related, compared, newer models. */
import type { ProductData } from '../../contract/data/product.ts';
import { parseLoose } from '../../html/index.ts';
import type { Price } from '../../locale/index.ts';
import { type FieldGroup, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { withoutOtherItems } from '../parts/left-out.ts';
import { present } from '../parts/present.ts';
import { asinOfHref, isAsin } from '../urls/links.ts';
import { productPart } from './buybox.ts';
import { asinOf } from './identity.ts';
import { items, member, text } from './json.ts';

export const relatedFields = {
  frequently_bought_together: (page) =>
    someOf(page.once(boughtTogether).map((item) => present({ ...item, price: item.price?.amount }))),
  related_asins: (page) => someOf(relatedAsins(page)),
  comparison_asins: (page) => someOf(others(page, () => COMPARISONS.flatMap((id) => linkedAsins(page.at(id))))),
  newer_model_asin: (page) => others(page, () => NEWER_MODELS.flatMap((id) => linkedAsins(page.at(id))))[0],
} satisfies FieldGroup<ProductData>;

/** Returns each ASIN once, without the product itself. */
function others(page: Page, read: () => string[]): string[] {
  const own = page.once(asinOf);
  return [...new Set(read())].filter((asin) => asin !== own);
}

const linkedAsins = (block: PageBlock): string[] =>
  block.attrs('href', 'a[href]').flatMap((href) => asinOfHref(href) ?? []);

const NEWER_MODELS = ['newer-version', 'newerVersion_feature_div'];
const COMPARISONS = [
  'HLCXComparisonTable',
  'product-comparison_feature_div',
  'sims-comparisonContainer_feature_div_0',
  'sims-comparisonContainer_feature_div_01',
];

type Companion = Omit<NonNullable<ProductData['frequently_bought_together']>[number], 'price'> & { price?: Price };

/** Returns the first price of an item that is bought together with this one. */
export const togetherPrice = (page: Page): Price | undefined =>
  page.once(boughtTogether).find(({ price }) => price !== undefined)?.price;

/** Reads the current layout: `data-components` has the price of each item, and the product itself is the first item. */
function boughtTogether(page: Page): Companion[] {
  const box = withoutOtherItems(togetherCard(page));
  if (!box.exists) return boughtTogetherOfOldPages(page);
  const prices = parseLoose(box.attr('data-components') ?? '');
  const links = Map.groupBy(box.all('a[href]'), (link) => asinOfHref(link.attr('href')));
  return others(page, () => linkedAsins(box)).map((asin, index) => {
    const shown = text(member(prices, String(index + 2), 'price', 'displayString'));
    return present({ asin, title: titleOf(links.get(asin) ?? []), price: page.locale.price(shown) });
  });
}

/** Returns the card of the current layout: the one with the first check box; on mobile pages, the one with prices of the items together. */
function togetherCard(page: Page): PageBlock {
  const checked = page.at('fbtCheck-1').closest('.cardRoot');
  return checked.exists ? checked : productPart(page).first(PRICED_CARD);
}

const PRICED_CARD = '.cardRoot[data-components][data-price-totals], [id*="sims-fbt"] .cardRoot[data-components]';

/** Returns the longest text of the links to a product. Other links are images and stars. */
function titleOf(links: readonly PageBlock[]): string | undefined {
  const texts = links.flatMap((link) => link.text() ?? []);
  return texts.sort((a, b) => b.length - a.length)[0];
}

/** Reads a list of images, and a list of names with prices. Seen 2017 to 2021. */
function boughtTogetherOfOldPages(page: Page): Companion[] {
  // The second: on mobile pages.
  const box =
    ['sims-fbt', 'sims-fbt-primary'].map((id) => page.at(id)).find(({ exists }) => exists) ?? page.at('sims-fbt');
  const rows = box.entries('.sims-fbt-rows li, .sims-fbt-row, .sims-fbt-item');
  const rowOf = new Map(rows.toReversed().flatMap((row) => linkedAsins(row).map((asin) => [asin, row] as const)));
  return others(page, () => linkedAsins(box)).map((asin) => {
    const row = rowOf.get(asin);
    const title = row && titleOf(row.all('a'));
    // The line about the seller says from which amount the delivery is free.
    const offer = row?.without(row.find('.sims-fbt-seller-info'));
    return present({ asin, title, price: offer?.price('.p13n-sc-price', '.a-color-price') });
  });
}

/** Carousels of the site ("also viewed", "also bought") have the ASINs in their options. Advertisements do not. */
function relatedAsins(page: Page): string[] {
  const options = page.source.document.byAttribute.get('data-a-carousel-options') ?? new Map<string, unknown>();
  const lists = [...options.keys()].filter((option) => {
    const carousel = page.marked('data-a-carousel-options', option);
    return option.includes('id_list') && !NOT_RELATED.some((selector) => carousel.closest(selector).exists);
  });
  return others(page, () => {
    for (const list of lists) page.note('json', '@data-a-carousel-options', list.slice(0, 500));
    return lists.flatMap(idsOf);
  });
}

/** Carousels of the author, of the all-offers panel, of items bought together, of recently viewed items, of outfits. */
const NOT_RELATED = [
  '[cel_widget_id*="author"]',
  '#aod-container',
  '[cel_widget_id*="fbt"]',
  '#rhf',
  '[cel_widget_id*="outfit"]',
] as const;

/** `{ ajax: { id_list: ['{"id":"B0..."}'] } }`. Entries `B0...:` with more text: Seen 2017 to 2019. */
const idsOf = (option: string): string[] =>
  items(member(parseLoose(option), 'ajax', 'id_list')).flatMap((entry) => {
    const id = text(member(parseLoose(text(entry) ?? ''), 'id')) ?? text(entry)?.split(':')[0];
    return isAsin(id) ? [id] : [];
  });
