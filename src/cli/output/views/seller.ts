/** A seller on a card. */
import type { Card } from '../card.ts';
import { around, joined, type Reader } from '../reader.ts';

const PERIODS = [
  ['days_30', '30 days'],
  ['days_90', '90 days'],
  ['months_12', '12 months'],
  ['lifetime', 'lifetime'],
] as const;

/** Who sells: rating first, then who it is by law. */
export function sellerCard(seller: Reader): Card {
  return {
    title: seller.text('name') ?? seller.text('seller_id') ?? '',
    subtitle: joined([seller.text('seller_id'), seller.when('is_just_launched', 'just launched')], ' · '),
    lines: [
      ['Rating', ratingText(seller)],
      ['Feedback', PERIODS.flatMap(([period, label]) => feedbackText(seller, period, label) ?? [])],
      ['Business', joined([seller.text('business_name'), seller.text('business_type')])],
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

function ratingText(seller: Reader): string | undefined {
  return joined([
    around('', seller.text('rating'), ' of 5'),
    around('', seller.text('positive_percent'), ' % positive'),
    around('', seller.count('ratings_count'), ' ratings in 12 months'),
  ]);
}

function feedbackText(seller: Reader, period: string, label: string): string | undefined {
  const parts = joined([
    around('', seller.text(`feedback.${period}.positive_percent`), ' % positive'),
    around('', seller.text(`feedback.${period}.negative_percent`), ' % negative'),
    around('', seller.count(`feedback.${period}.count`), ' ratings'),
  ]);
  return around(`${label}: `, parts);
}
