/** Written by `npm run contract` out of src/contract/data/seller.ts: change it there. */
import type { RatingHistogram } from './shared.ts';

/** The feedback that a seller got in one period. */
export type FeedbackPeriod = {
  /** Mean rating of the period, 0 to 5 stars. */
  rating?: number;
  /** Share of positive feedback, 0 to 100. */
  positive_percent?: number;
  /** Share of neutral feedback, 0 to 100. */
  neutral_percent?: number;
  /** Share of negative feedback, 0 to 100. */
  negative_percent?: number;
  /** How many ratings the period has. */
  count?: number;
};

/** A seller's profile. What the seller does not publish is absent, or `null` where the type says so. */
export type StorefrontInfoData = {
  /** The seller's token, as `sellerId` takes it. */
  seller_id: string | null;
  /** The storefront's display name. */
  name?: string;
  /** Relative address of the list of the seller's products. */
  storefront_url?: string | null;
  /** Mean rating of the last 12 months, 0 to 5 stars; 0 when none is shown. */
  rating?: number;
  /** Share of positive feedback in the last 12 months, 0 to 100. */
  positive_percent?: number | null;
  /** How many ratings the seller got in the last 12 months. */
  ratings_count?: number | null;
  /** The legal name of the business. */
  business_name?: string | null;
  /** The lines of the business address, in display order; empty when none is published. */
  business_address: string[];
  /** The legal form, in the page's words. */
  business_type?: string;
  /** The number in the trade register. */
  trade_register_number?: string;
  /** The VAT number. */
  vat_number?: string;
  /** The telephone number, as published. */
  phone?: string;
  /** The address for electronic mail. */
  email?: string;
  /** The lines of the customer service's address, in display order. */
  customer_service_address?: string[];
  /** Who represents the business. */
  representative?: string;
  /** What the seller says of itself. */
  about?: string;
  /** Address of the seller's logo. */
  logo_url?: string;
  /** The feedback by period, as far as the page shows them. */
  feedback?: {
    /** The last 30 days. */
    days_30?: FeedbackPeriod;
    /** The last 90 days. */
    days_90?: FeedbackPeriod;
    /** The last 12 months. */
    months_12?: FeedbackPeriod;
    /** All time. */
    lifetime?: FeedbackPeriod;
  };
  /** The share of each star rating, in percent. */
  star_histogram?: RatingHistogram;
  /** The latest feedback that the page shows, in its order. */
  recent_feedback?: {
    /** 0 to 5 stars. */
    rating?: number;
    /** What the buyer wrote. */
    text?: string;
    /** Who wrote it, as shown. */
    author?: string;
    /** The day on which it was given (`YYYY-MM-DD`). */
    date?: string;
  }[];
  /** Whether the seller is new and has no feedback yet. */
  is_just_launched?: boolean;
  /** The seller's terms for returns, in the page's words. */
  return_policy?: string;
  /** The seller's terms for shipping, in the page's words. */
  shipping_policy?: string;
};
