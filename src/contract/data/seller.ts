/** `data` of a seller answer (specification, StorefrontInfoData; the fields beyond it: design §5.11). */
import { z } from 'zod';
import { count, day, percent, RatingHistogramSchema, stars } from './shared.ts';

/** Feedback of one period. */
export const FeedbackPeriodSchema = z.object({
  rating: stars.exactOptional(),
  positive_percent: percent.exactOptional(),
  neutral_percent: percent.exactOptional(),
  negative_percent: percent.exactOptional(),
  count: count.exactOptional(),
});
/** Feedback of one period. */
export type FeedbackPeriod = z.infer<typeof FeedbackPeriodSchema>;

/** A seller's profile (specification, StorefrontInfoData). */
export const StorefrontInfoDataSchema = z.object({
  seller_id: z.string().nullable(),
  /** Storefront display name. */
  name: z.string().exactOptional(),
  /** Relative address of the seller's products. */
  storefront_url: z.string().nullable().exactOptional(),
  /** Mean of the last 12 months; `0` when none is shown. */
  rating: stars.exactOptional(),
  /** Positive feedback of the last 12 months. */
  positive_percent: percent.nullable().exactOptional(),
  /** Ratings of the last 12 months. */
  ratings_count: count.nullable().exactOptional(),
  /** Legal name. */
  business_name: z.string().nullable().exactOptional(),
  /** Lines in display order; empty when not published. */
  business_address: z.array(z.string()),
  business_type: z.string().exactOptional(),
  trade_register_number: z.string().exactOptional(),
  vat_number: z.string().exactOptional(),
  phone: z.string().exactOptional(),
  email: z.string().exactOptional(),
  customer_service_address: z.array(z.string()).exactOptional(),
  representative: z.string().exactOptional(),
  about: z.string().exactOptional(),
  logo_url: z.string().exactOptional(),
  feedback: z
    .object({
      days_30: FeedbackPeriodSchema.exactOptional(),
      days_90: FeedbackPeriodSchema.exactOptional(),
      months_12: FeedbackPeriodSchema.exactOptional(),
      lifetime: FeedbackPeriodSchema.exactOptional(),
    })
    .exactOptional(),
  star_histogram: RatingHistogramSchema.exactOptional(),
  recent_feedback: z
    .array(
      z.object({
        rating: stars.exactOptional(),
        text: z.string().exactOptional(),
        author: z.string().exactOptional(),
        date: day.exactOptional(),
      }),
    )
    .exactOptional(),
  /** A new seller without feedback. */
  is_just_launched: z.boolean().exactOptional(),
  return_policy: z.string().exactOptional(),
  shipping_policy: z.string().exactOptional(),
});
/** A seller's profile (specification, StorefrontInfoData). */
export type StorefrontInfoData = z.infer<typeof StorefrontInfoDataSchema>;
