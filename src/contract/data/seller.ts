/** Data of a seller's profile. */
import * as z from 'zod';
import { count, day, flag, percent, stars, text } from './scalars.ts';
import { RatingHistogramSchema } from './shared.ts';

export type { FeedbackPeriod, StorefrontInfoData } from '../generated/seller.ts';

/** Schema of `FeedbackPeriod`. */
export const FeedbackPeriodSchema = z
  .object({
    rating: stars.exactOptional().describe('Average rating of the period [0 to 5 stars].'),
    positive_percent: percent.exactOptional().describe('Share of positive feedback [percent].'),
    neutral_percent: percent.exactOptional().describe('Share of neutral feedback [percent].'),
    negative_percent: percent.exactOptional().describe('Share of negative feedback [percent].'),
    count: count.exactOptional().describe('Number of ratings in the period.'),
  })
  .describe('Feedback for a seller in one period.');

/** Schema of `StorefrontInfoData`. */
export const StorefrontInfoDataSchema = z
  .object({
    seller_id: text.nullable().describe('Seller id, as used by the parameter `sellerId`.'),
    name: text.exactOptional().describe('Display name of the storefront.'),
    storefront_url: z
      .string()
      .nullable()
      .exactOptional()
      .describe("Relative URL of the list of the seller's products."),
    rating: stars
      .exactOptional()
      .describe('Average rating of the last 12 months [0 to 5 stars]. 0 when the page shows none.'),
    positive_percent: percent
      .nullable()
      .exactOptional()
      .describe('Share of positive feedback in the last 12 months [percent].'),
    ratings_count: count.nullable().exactOptional().describe('Number of ratings in the last 12 months.'),
    business_name: text.nullable().exactOptional().describe('Legal name of the business.'),
    business_address: z
      .array(text)
      .describe('Lines of the business address, in display order. Empty when none is published.'),
    business_type: text.exactOptional().describe('Legal form, as written on the page.'),
    trade_register_number: text.exactOptional().describe('Trade register number.'),
    vat_number: text.exactOptional().describe('VAT number.'),
    phone: text.exactOptional().describe('Telephone number, as written on the page.'),
    email: text.exactOptional().describe('E-mail address.'),
    customer_service_address: z
      .array(text)
      .exactOptional()
      .describe('Lines of the customer service address, in display order.'),
    representative: text.exactOptional().describe('Representative of the business.'),
    about: text.exactOptional().describe("The seller's description of itself."),
    logo_url: text.exactOptional().describe("URL of the seller's logo."),
    feedback: z
      .object({
        days_30: FeedbackPeriodSchema.exactOptional().describe('Last 30 days.'),
        days_90: FeedbackPeriodSchema.exactOptional().describe('Last 90 days.'),
        months_12: FeedbackPeriodSchema.exactOptional().describe('Last 12 months.'),
        lifetime: FeedbackPeriodSchema.exactOptional().describe('All time.'),
      })
      .exactOptional()
      .describe('Feedback by period.'),
    star_histogram: RatingHistogramSchema.exactOptional().describe('Share of each star rating [percent].'),
    recent_feedback: z
      .array(
        z.object({
          rating: stars.exactOptional().describe('Rating [0 to 5 stars].'),
          text: text.exactOptional().describe('Text of the feedback.'),
          author: text.exactOptional().describe('Name of the author, as shown.'),
          date: day.exactOptional().describe('Date of the feedback [`YYYY-MM-DD`].'),
        }),
      )
      .exactOptional()
      .describe('Latest feedback, in page order.'),
    is_just_launched: flag.exactOptional().describe('Whether the seller is new and has no feedback yet.'),
    return_policy: text.exactOptional().describe('Return policy, as written on the page.'),
    shipping_policy: text.exactOptional().describe('Shipping policy, as written on the page.'),
  })
  .describe("A seller's profile. Fields that the seller does not publish are absent, or `null` if the type allows it.");
