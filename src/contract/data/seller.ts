/** Data of a seller's profile. */
import * as z from 'zod';
import { count, day, flag, object, optional, percent, stars, text } from './scalars.ts';
import { RatingHistogramSchema } from './shared.ts';

export type * from '../generated/seller.ts';

/** Schema of `FeedbackPeriod`. */
export const FeedbackPeriodSchema = object('Feedback for a seller in one period.', {
  rating: optional(stars, 'Average rating of the period [0 to 5 stars].'),
  positive_percent: optional(percent, 'Share of positive feedback [percent].'),
  neutral_percent: optional(percent, 'Share of neutral feedback [percent].'),
  negative_percent: optional(percent, 'Share of negative feedback [percent].'),
  count: optional(count, 'Number of ratings in the period.'),
});

/** Schema of `StorefrontInfoData`. */
export const StorefrontInfoDataSchema = object(
  "A seller's profile. Fields that the seller does not publish are absent, or `null` if the type allows it.",
  {
    seller_id: text.nullable().describe('Seller id, as used by the parameter `sellerId`.'),
    name: optional(text, 'Display name of the storefront.'),
    storefront_url: optional(z.string().nullable(), "Relative URL of the list of the seller's products."),
    rating: optional(stars, 'Average rating of the last 12 months [0 to 5 stars]. 0 when the page shows none.'),
    positive_percent: optional(percent.nullable(), 'Share of positive feedback in the last 12 months [percent].'),
    ratings_count: optional(count.nullable(), 'Number of ratings in the last 12 months.'),
    business_name: optional(text.nullable(), 'Legal name of the business.'),
    business_address: z
      .array(text)
      .describe('Lines of the business address, in display order. Empty when none is published.'),
    business_type: optional(text, 'Legal form, as written on the page.'),
    trade_register_number: optional(text, 'Trade register number.'),
    vat_number: optional(text, 'VAT number.'),
    phone: optional(text, 'Telephone number, as written on the page.'),
    email: optional(text, 'E-mail address.'),
    customer_service_address: optional(z.array(text), 'Lines of the customer service address, in display order.'),
    representative: optional(text, 'Representative of the business.'),
    about: optional(text, "The seller's description of itself."),
    logo_url: optional(text, "URL of the seller's logo."),
    feedback: optional(
      z.object({
        days_30: optional(FeedbackPeriodSchema, 'Last 30 days.'),
        days_90: optional(FeedbackPeriodSchema, 'Last 90 days.'),
        months_12: optional(FeedbackPeriodSchema, 'Last 12 months.'),
        lifetime: optional(FeedbackPeriodSchema, 'All time.'),
      }),
      'Feedback by period.',
    ),
    star_histogram: optional(RatingHistogramSchema, 'Share of each star rating [percent].'),
    recent_feedback: optional(
      z.array(
        z.object({
          rating: optional(stars, 'Rating [0 to 5 stars].'),
          text: optional(text, 'Text of the feedback.'),
          author: optional(text, 'Name of the author, as shown.'),
          date: optional(day, 'Date of the feedback [`YYYY-MM-DD`].'),
        }),
      ),
      'Latest feedback, in page order.',
    ),
    is_just_launched: optional(flag, 'Whether the seller is new and has no feedback yet.'),
    return_policy: optional(text, 'Return policy, as written on the page.'),
    shipping_policy: optional(text, 'Shipping policy, as written on the page.'),
  },
);
