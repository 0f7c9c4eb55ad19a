/** A product on a card. */
import type { Card, CardLine } from '../card.ts';
import { around, joined, type Reader } from '../reader.ts';

/** What a shopper asks first: price, seller, stock, delivery; then the rest. */
export function productCard(product: Reader): Card {
  return {
    title: product.text('title') ?? product.text('asin') ?? '',
    subtitle: joined([product.text('brand.name'), product.text('asin'), product.text('url')], ' · '),
    lines: [...saleLines(product), ...opinionLines(product), ...placeLines(product)],
  };
}

function saleLines(product: Reader): CardLine[] {
  return [
    ['Price', priceText(product)],
    ['Deal', joined([product.text('promotion.deal.label'), product.text('promotion.deal.ends_on_text')])],
    ['Coupon', product.text('coupon.text')],
    ['Prime', product.money('prime_price')],
    ['Subscribe', product.money('subscribe_and_save_price')],
    ['Buy Box', buyBoxText(product)],
    ['Condition', product.text('condition')],
    ['Stock', stockText(product)],
    ['Delivery', product.list('delivery').flatMap((promise) => promise.text('text') ?? [])],
    ['Priced for', product.text('delivery_location')],
    ['Offers', offersText(product)],
  ];
}

function opinionLines(product: Reader): CardLine[] {
  const ranks = product
    .list('bsr_ranks')
    .flatMap((rank) => joined([around('#', rank.count('rank')), rank.text('category')], ' in ') ?? []);
  return [
    ['Rating', joined([around('', product.text('rating'), ' of 5'), around('', product.count('reviews'), ' ratings')])],
    ['Bought', around('', product.count('bought_past_month'), '+ in the past month')],
    ['Rank', ranks],
    ['Badges', joined(product.texts('badges'))],
  ];
}

function placeLines(product: Reader): CardLine[] {
  const names = new Map(product.list('variation_dimensions').map((one) => [one.text('key'), one.text('name')]));
  const chosen = product.entries('selected_variation').map(([key, value]) => `${names.get(key) ?? key}: ${value}`);
  const siblings = product.number('variations_count') ?? 0;
  return [
    [
      'Category',
      joined(
        product.list('breadcrumbs').map((crumb) => crumb.text('name')),
        ' › ',
      ),
    ],
    ['Variation', joined([...chosen, siblings > 1 ? `one of ${siblings}` : undefined])],
    ['Features', product.texts('feature_bullets').map((bullet) => `• ${bullet}`)],
  ];
}

function priceText(product: Reader): string | undefined {
  const struck = product.money('promotion.list_price.amount', product.text('currency'));
  const range = joined([product.money('price_min'), product.money('price_max')], ' to ');
  return joined([
    product.money('bb_price') ?? range,
    joined([around('was ', struck), around('(', product.text('promotion.list_price.label'), ')')], ' '),
    around('−', product.text('promotion.list_price.savings_percent'), ' %'),
    product.text('unit_price.text'),
  ]);
}

function buyBoxText(product: Reader): string | undefined {
  if (product.flag('buybox') === false)
    return joined(['none', product.text('buybox_state')?.replaceAll('_', ' ')], ': ');
  return joined([
    product.text('seller.name'),
    product.when('is_fba', 'fulfilled by the marketplace'),
    product.when('is_prime', 'Prime'),
  ]);
}

function stockText(product: Reader): string | undefined {
  const inStock = product.flag('in_stock');
  const words = inStock === undefined ? undefined : inStock ? 'in stock' : 'not in stock';
  return joined([product.text('availability_text') ?? words, around('', product.count('stock_qty'), ' left')]);
}

function offersText(product: Reader): string | undefined {
  const kind = (name: string) =>
    joined(
      [
        joined([product.count(`${name}_offers_count`), name], ' '),
        around('from ', product.money(`${name}_from_price`)),
      ],
      ' ',
    );
  const has = (name: string) => product.number(`${name}_offers_count`) ?? product.number(`${name}_from_price`);
  return joined([
    around('', product.count('sellers_all'), ' in all'),
    has('new') === undefined ? undefined : kind('new'),
    has('used') === undefined ? undefined : kind('used'),
  ]);
}
