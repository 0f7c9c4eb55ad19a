/** The cards of a product and of a seller. */
import type { Card, CardLine } from '../card.ts';
import { type DataReader, joined } from './data-reader.ts';

/** Returns the card of a product. */
export function productCard(product: DataReader): Card {
  const dimensions = new Map(product.list('variation_dimensions').map((one) => [one.text('key'), one.text('name')]));
  const variation = product
    .entries('selected_variation')
    .map(([key, value]) => `${dimensions.get(key) ?? key}: ${value}`);
  const hasVariations = (product.number('variations_count') ?? 0) > 1;
  return {
    title: product.fill('{title|asin}') ?? '',
    subtitle: product.join(['{brand.name}', '{asin}', '{url}'], ' · '),
    lines: [
      ...saleLines(product),
      ['Rating', product.join(['{rating} of 5', '{count:reviews} ratings'])],
      ['Bought', product.fill('{count:bought_past_month}+ in the past month')],
      ['Rank', product.list('bsr_ranks').flatMap((rank) => rank.join(['#{count:rank}', '{category}'], ' in ') ?? [])],
      ['Badges', joined(product.texts('badges'))],
      [
        'Category',
        joined(
          product.list('breadcrumbs').map((crumb) => crumb.text('name')),
          ' › ',
        ),
      ],
      ['Variation', joined([...variation, hasVariations ? product.fill('one of {variations_count}') : undefined])],
      ['Features', product.texts('feature_bullets').map((bullet) => `• ${bullet}`)],
    ],
  };
}

function saleLines(product: DataReader): CardLine[] {
  return [
    [
      'Price',
      joined([
        product.fill('{money:bb_price}') ?? product.join(['{money:price_min}', '{money:price_max}'], ' to '),
        product.join(['was {money:promotion.list_price.amount}', '({promotion.list_price.label})'], ' '),
        product.fill('−{promotion.list_price.savings_percent} %'),
        product.text('unit_price.text'),
      ]),
    ],
    ['Deal', product.join(['{promotion.deal.label}', '{promotion.deal.ends_on_text}'])],
    ['Coupon', product.text('coupon.text')],
    ['Prime', product.money('prime_price')],
    ['Subscribe', product.money('subscribe_and_save_price')],
    ['Buy Box', buyBoxText(product)],
    ['Condition', product.text('condition')],
    ['Stock', stockText(product)],
    ['Delivery', product.list('delivery').flatMap((promise) => promise.text('text') ?? [])],
    ['Priced for', product.text('delivery_location')],
    [
      'Offers',
      joined([product.fill('{count:sellers_all} in all'), offersText(product, 'new'), offersText(product, 'used')]),
    ],
  ];
}

function buyBoxText(product: DataReader): string | undefined {
  if (product.flag('buybox') === false) return joined(['none', product.fill('{words:buybox_state}')], ': ');
  return joined([
    product.text('seller.name'),
    product.when('is_fba', 'fulfilled by the marketplace'),
    product.when('is_prime', 'Prime'),
  ]);
}

function stockText(product: DataReader): string | undefined {
  const inStock = product.flag('in_stock');
  const words = inStock === undefined ? undefined : inStock ? 'in stock' : 'not in stock';
  return joined([product.text('availability_text') ?? words, product.fill('{count:stock_qty} left')]);
}

function offersText(product: DataReader, kind: 'new' | 'used'): string | undefined {
  const from = product.fill(`from {money:${kind}_from_price}`);
  const offers = product.fill(`{count:${kind}_offers_count} ${kind}`);
  return joined([offers ?? (from === undefined ? undefined : kind), from], ' ');
}

const FEEDBACK_PERIODS = { days_30: '30 days', days_90: '90 days', months_12: '12 months', lifetime: 'lifetime' };

/** Returns the card of a seller. */
export function sellerCard(seller: DataReader): Card {
  const feedback = Object.entries(FEEDBACK_PERIODS).flatMap(([period, label]) => {
    const field = (name: string) => `feedback.${period}.${name}`;
    const text = seller.join([
      `{${field('positive_percent')}} % positive`,
      `{${field('negative_percent')}} % negative`,
      `{count:${field('count')}} ratings`,
    ]);
    return text === undefined ? [] : [`${label}: ${text}`];
  });
  return {
    title: seller.fill('{name|seller_id}') ?? '',
    subtitle: joined([seller.text('seller_id'), seller.when('is_just_launched', 'just launched')], ' · '),
    lines: [
      [
        'Rating',
        seller.join(['{rating} of 5', '{positive_percent} % positive', '{count:ratings_count} ratings in 12 months']),
      ],
      ['Feedback', feedback],
      ['Business', seller.join(['{business_name}', '{business_type}'])],
      ['Address', joined(seller.texts('business_address'))],
      ['Register', seller.text('trade_register_number')],
      ['VAT', seller.text('vat_number')],
      ['Phone', seller.text('phone')],
      ['E-mail', seller.text('email')],
      ['Represented', seller.text('representative')],
      ['Products', seller.text('storefront_url')],
      ['About', seller.text('about')],
    ],
  };
}
