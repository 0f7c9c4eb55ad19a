/** `data` of a seller answer (specification, StorefrontInfoData; the fields beyond it: design §5.11). */
import * as z from 'zod';
import { count, day, percent, RatingHistogramSchema, stars } from './shared.ts';

export type { FeedbackPeriod, StorefrontInfoData } from '../types/seller.ts';

/** The feedback that a seller got in one period. */
export const FeedbackPeriodSchema = z.object({
  /** Mean rating of the period, 0 to 5 stars. */
  rating: stars.exactOptional(),
  /** Share of positive feedback, 0 to 100. */
  positive_percent: percent.exactOptional(),
  /** Share of neutral feedback, 0 to 100. */
  neutral_percent: percent.exactOptional(),
  /** Share of negative feedback, 0 to 100. */
  negative_percent: percent.exactOptional(),
  /** How many ratings the period has. */
  count: count.exactOptional(),
});

/** A seller's profile. What the seller does not publish is absent, or `null` where the type says so. */
export const StorefrontInfoDataSchema = z.object({
  /** The seller's token, as `sellerId` takes it. */
  seller_id: z.string().nullable(),
  /** The storefront's display name. */
  name: z.string().exactOptional(),
  /** Relative address of the list of the seller's products. */
  storefront_url: z.string().nullable().exactOptional(),
  /** Mean rating of the last 12 months, 0 to 5 stars; 0 when none is shown. */
  rating: stars.exactOptional(),
  /** Share of positive feedback in the last 12 months, 0 to 100. */
  positive_percent: percent.nullable().exactOptional(),
  /** How many ratings the seller got in the last 12 months. */
  ratings_count: count.nullable().exactOptional(),
  /** The legal name of the business. */
  business_name: z.string().nullable().exactOptional(),
  /** The lines of the business address, in display order; empty when none is published. */
  business_address: z.array(z.string()),
  /** The legal form, in the page's words. */
  business_type: z.string().exactOptional(),
  /** The number in the trade register. */
  trade_register_number: z.string().exactOptional(),
  /** The VAT number. */
  vat_number: z.string().exactOptional(),
  /** The telephone number, as published. */
  phone: z.string().exactOptional(),
  /** The address for electronic mail. */
  email: z.string().exactOptional(),
  /** The lines of the customer service's address, in display order. */
  customer_service_address: z.array(z.string()).exactOptional(),
  /** Who represents the business. */
  representative: z.string().exactOptional(),
  /** What the seller says of itself. */
  about: z.string().exactOptional(),
  /** Address of the seller's logo. */
  logo_url: z.string().exactOptional(),
  /** The feedback by period, as far as the page shows them. */
  feedback: z
    .object({
      /** The last 30 days. */
      days_30: FeedbackPeriodSchema.exactOptional(),
      /** The last 90 days. */
      days_90: FeedbackPeriodSchema.exactOptional(),
      /** The last 12 months. */
      months_12: FeedbackPeriodSchema.exactOptional(),
      /** All time. */
      lifetime: FeedbackPeriodSchema.exactOptional(),
    })
    .exactOptional(),
  /** The share of each star rating, in percent. */
  star_histogram: RatingHistogramSchema.exactOptional(),
  /** The latest feedback that the page shows, in its order. */
  recent_feedback: z
    .array(
      z.object({
        /** 0 to 5 stars. */
        rating: stars.exactOptional(),
        /** What the buyer wrote. */
        text: z.string().exactOptional(),
        /** Who wrote it, as shown. */
        author: z.string().exactOptional(),
        /** The day on which it was given (`YYYY-MM-DD`). */
        date: day.exactOptional(),
      }),
    )
    .exactOptional(),
  /** Whether the seller is new and has no feedback yet. */
  is_just_launched: z.boolean().exactOptional(),
  /** The seller's terms for returns, in the page's words. */
  return_policy: z.string().exactOptional(),
  /** The seller's terms for shipping, in the page's words. */
  shipping_policy: z.string().exactOptional(),
});
