/** Other products that the page names: bought together, alike, compared, newer. */
import type { ProductData } from '../../contract/data/product.ts';
import { parseLoose } from '../../html/index.ts';
import { asinOfHref } from '../detect.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { asinOf } from './identity.ts';
import { items, member, text } from './json.ts';

export const relatedFields = {
  frequently_bought_together: (page) => someOf(boughtTogether(page)),
  related_asins: (page) => someOf(relatedAsins(page)),
  comparison_asins: (page) => someOf(others(page, () => COMPARISONS.flatMap((id) => linkedAsins(page.at(id))))),
  newer_model_asin: (page) => others(page, () => NEWER_MODELS.flatMap((id) => linkedAsins(page.at(id))))[0],
} satisfies FieldGroup<ProductData>;

/** Each once, without the product itself. */
function others(page: Page, read: () => string[]): string[] {
  const own = page.once(asinOf);
  return [...new Set(read())].filter((asin) => asin !== own);
}

function linkedAsins(block: PageBlock): string[] {
  return block.attrs('href', 'a[href]').flatMap((href) => asinOfHref(href) ?? []);
}

const NEWER_MODELS = ['newer-version', 'newerVersion_feature_div'];
const COMPARISONS = [
  'HLCXComparisonTable',
  'product-comparison_feature_div',
  'sims-comparisonContainer_feature_div_0',
  'sims-comparisonContainer_feature_div_01',
];

type Companion = NonNullable<ProductData['frequently_bought_together']>[number];

/** The box of today's pages counts its items: the product itself is the first, `data-components` has the price of each. */
function boughtTogether(page: Page): Companion[] {
  const box = page.at('fbtCheck-1').closest('.cardRoot');
  if (!box.exists) return boughtTogetherOfOldPages(page);
  const prices = parseLoose(box.attr('data-components') ?? '');
  const links = box.find('a[href]').all();
  return others(page, () => linkedAsins(box)).map((asin, index) => {
    const title = titleOf(links.filter((link) => asinOfHref(link.attr('href')) === asin));
    const price = page.locale.price(text(member(prices, String(index + 2), 'price', 'displayString')))?.amount;
    return { asin, ...(title !== undefined && { title }), ...(price !== undefined && { price }) };
  });
}

/** The longest text that links to a product: others are pictures and stars. */
function titleOf(links: readonly PageBlock[]): string | undefined {
  const texts = links.flatMap((link) => link.text() ?? []);
  return texts.sort((a, b) => b.length - a.length)[0];
}

/** Pages up to 2021: a list of pictures, and a list of names with prices. */
function boughtTogetherOfOldPages(page: Page): Companion[] {
  const rows = page.at('sims-fbt').all('.sims-fbt-rows li, .sims-fbt-row, .sims-fbt-item');
  const box = page.at('sims-fbt');
  return others(page, () => linkedAsins(box)).map((asin) => {
    const row = rows.find((item) => linkedAsins(item).includes(asin));
    const title = row === undefined ? undefined : titleOf(row.all('a'));
    const price = row?.amount('.p13n-sc-price', '.a-color-price');
    return { asin, ...(title !== undefined && { title }), ...(price !== undefined && { price }) };
  });
}

/** Carousels that the shop fills ("also viewed", "also bought") name their products in their options; advertisements do not. */
function relatedAsins(page: Page): string[] {
  const options = page.source.document.byAttribute.get('data-a-carousel-options') ?? new Map<string, unknown>();
  const lists = [...options.keys()].filter((option) => {
    const carousel = page.marked('data-a-carousel-options', option);
    return option.includes('id_list') && !NOT_RELATED.some((place) => carousel.closest(place).exists);
  });
  return others(page, () => {
    for (const list of lists) page.note('json', '@data-a-carousel-options', list.slice(0, 500));
    return lists.flatMap(idsOf);
  });
}

/** Carousels of the author, of the all-offers panel, of what goes into the same box, of recently viewed items. */
const NOT_RELATED = [
  '[cel_widget_id*="author"]',
  '#aod-container',
  '[cel_widget_id*="fbt"]',
  '#rhf',
  '[cel_widget_id*="outfit"]',
];
const ASIN = /^[A-Z0-9]{10}$/;

/** `{ ajax: { id_list: ['{"id":"B0..."}'] } }`; older pages write `B0...:` with more behind it. */
function idsOf(option: string): string[] {
  return items(member(parseLoose(option), 'ajax', 'id_list')).flatMap((entry) => {
    const id = text(member(parseLoose(text(entry) ?? ''), 'id')) ?? text(entry)?.split(':')[0];
    return id !== undefined && ASIN.test(id) ? [id] : [];
  });
}
