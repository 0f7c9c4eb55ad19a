/** `data` of a product answer (specification, ProductData; the fields beyond it: design §5.11). A field that the page lacks is absent. */
import { z } from 'zod';
import { BUYBOX_STATES, SENTIMENTS } from '../codes.ts';
import { ReviewSchema } from './reviews.ts';
import {
  AsinSchema,
  BreadcrumbSchema,
  CouponWithTextSchema,
  count,
  DeliveryEstimateSchema,
  DimensionsSchema,
  day,
  money,
  NamedLinkSchema,
  PromotionInfoSchema,
  RatingHistogramSchema,
  stars,
  UnitPriceSchema,
  WeightSchema,
} from './shared.ts';

/** A person or company behind a book, film or album. */
export const ContributorSchema = z.object({
  name: z.string(),
  /** "Author", "Illustrator", ... in the page's words. */
  role: z.string().exactOptional(),
  url: z.string().exactOptional(),
});
/** A person or company behind a book, film or album. */
export type Contributor = z.infer<typeof ContributorSchema>;

/** A best-sellers rank: the place in a category. */
export const BestSellersRankSchema = z.object({
  rank: z.int().min(1),
  category: z.string(),
  url: z.string().exactOptional(),
});
/** A best-sellers rank: the place in a category. */
export type BestSellersRank = z.infer<typeof BestSellersRankSchema>;

/** Who sells the featured offer. */
export const SellerSchema = z.object({
  /** The seller's token; absent for the operator. */
  id: z.string().exactOptional(),
  name: z.string(),
  url: z.string().exactOptional(),
  /** Sold by the marketplace operator itself. */
  is_amazon: z.boolean(),
});
/** Who sells the featured offer. */
export type Seller = z.infer<typeof SellerSchema>;

/** A picture of the gallery. */
export const ImageSchema = z.object({
  /** The largest size that the page names. */
  url: z.string(),
  thumbnail_url: z.string().exactOptional(),
  /** The gallery's own name of the place: `MAIN`, `PT01`, ... */
  variant: z.string().exactOptional(),
});
/** A picture of the gallery. */
export type Image = z.infer<typeof ImageSchema>;

/** A video of the gallery. */
export const VideoSchema = z.object({
  title: z.string().exactOptional(),
  url: z.string(),
  thumbnail_url: z.string().exactOptional(),
  duration_seconds: z.number().min(0).exactOptional(),
});
/** A video of the gallery. */
export type Video = z.infer<typeof VideoSchema>;

/** A row of a table of facts, in the page's words. */
export const SpecificationSchema = z.object({
  name: z.string(),
  value: z.string(),
  /** The heading that the row stands under, where tables have one. */
  section: z.string().exactOptional(),
});
/** A row of a table of facts, in the page's words. */
export type Specification = z.infer<typeof SpecificationSchema>;

/** A choice that the shopper makes: colour, size, ... */
export const VariationDimensionSchema = z.object({
  /** The page's own key: `color_name`. */
  key: z.string(),
  /** The label that shoppers read. */
  name: z.string(),
  values: z.array(z.string()),
});
/** A choice that the shopper makes: colour, size, ... */
export type VariationDimension = z.infer<typeof VariationDimensionSchema>;

/** A sibling of the product, or the product itself. */
export const VariationSchema = z.object({
  asin: AsinSchema,
  /** Value by dimension key. */
  attributes: z.record(z.string(), z.string()),
  url: z.string().exactOptional(),
  is_selected: z.boolean(),
  price: money.exactOptional(),
  image_url: z.string().exactOptional(),
  available: z.boolean().exactOptional(),
});
/** A sibling of the product, or the product itself. */
export type Variation = z.infer<typeof VariationSchema>;

/** What reviewers say of one aspect. */
export const ReviewAspectSchema = z.object({
  name: z.string(),
  mentions: count.exactOptional(),
  positive: count.exactOptional(),
  negative: count.exactOptional(),
  sentiment: z.enum(SENTIMENTS).exactOptional(),
});
/** What reviewers say of one aspect. */
export type ReviewAspect = z.infer<typeof ReviewAspectSchema>;

const identity = {
  /** The item that the page sells. */
  asin: AsinSchema,
  /** In the page's language. */
  title: z.string().exactOptional(),
  parent_asin: AsinSchema.exactOptional(),
  /** Canonical, absolute. */
  url: z.string().exactOptional(),
  /** `url` is the page's own address of the brand's storefront, relative. Books, music and films have none: see `contributors`. */
  brand: NamedLinkSchema.exactOptional(),
  manufacturer: z.string().exactOptional(),
  model_number: z.string().exactOptional(),
  part_number: z.string().exactOptional(),
  upc: z.string().exactOptional(),
  ean: z.string().exactOptional(),
  isbn_10: z.string().exactOptional(),
  isbn_13: z.string().exactOptional(),
  /** The binding: "Hardcover", "Kindle Edition". */
  format: z.string().exactOptional(),
  edition: z.string().exactOptional(),
  /** Of a book or film. */
  language: z.string().exactOptional(),
  publisher: z.string().exactOptional(),
  publication_date: day.exactOptional(),
  pages: count.exactOptional(),
  contributors: z.array(ContributorSchema).exactOptional(),
};

const categories = {
  /** Best-sellers rank in the primary category. */
  bsr: z.int().min(1).exactOptional(),
  bsr_ranks: z.array(BestSellersRankSchema).exactOptional(),
  /** The root breadcrumb, else the category of the first rank. */
  category: NamedLinkSchema.exactOptional(),
  category_node_id: z.string().exactOptional(),
  breadcrumbs: z.array(BreadcrumbSchema).exactOptional(),
};

const price = {
  /** Whether a featured offer is displayed. */
  buybox: z.boolean().exactOptional(),
  buybox_state: z.enum(BUYBOX_STATES).exactOptional(),
  /** Featured-offer price, for a shopper without a membership. */
  bb_price: money.exactOptional(),
  /** ISO 4217, as shown. */
  currency: z.string().exactOptional(),
  /** Lowest price across variations, where a range is shown. */
  price_min: money.exactOptional(),
  price_max: money.exactOptional(),
  unit_price: UnitPriceSchema.exactOptional(),
  /** `null` when the page shows neither a deal badge nor a struck-through price. */
  promotion: PromotionInfoSchema.nullable().exactOptional(),
  coupon: CouponWithTextSchema.exactOptional(),
  subscribe_and_save_price: money.exactOptional(),
  new_from_price: money.exactOptional(),
  used_from_price: money.exactOptional(),
  new_offers_count: count.exactOptional(),
  used_offers_count: count.exactOptional(),
  /** Total seller count of the listing. */
  sellers_all: count.exactOptional(),
  shipping_price: money.exactOptional(),
  business_price: money.exactOptional(),
  prime_price: money.exactOptional(),
};

const availability = {
  in_stock: z.boolean().exactOptional(),
  availability_text: z.string().exactOptional(),
  /** "Only N left". */
  stock_qty: count.exactOptional(),
  min_order_quantity: count.exactOptional(),
  max_order_quantity: count.exactOptional(),
  delivery: z.array(DeliveryEstimateSchema).exactOptional(),
  /** The place that the page was priced for. */
  delivery_location: z.string().exactOptional(),
  release_date: day.exactOptional(),
  is_preorder: z.boolean().exactOptional(),
  is_backorder: z.boolean().exactOptional(),
};

const sale = {
  seller: SellerSchema.exactOptional(),
  /** Offer listing id. */
  offer_id: z.string().exactOptional(),
  ships_from: z.string().exactOptional(),
  /** Fulfilled by the marketplace operator. */
  is_fba: z.boolean().exactOptional(),
  is_prime: z.boolean().exactOptional(),
  /** Of the featured offer, in the page's words. */
  condition: z.string().exactOptional(),
  return_policy: z.string().exactOptional(),
};

const badges = {
  /** All badges, verbatim. */
  badges: z.array(z.string()).exactOptional(),
  is_small_business: z.boolean().exactOptional(),
  is_amazon_choice: z.boolean().exactOptional(),
  amazon_choice_keyword: z.string().exactOptional(),
  is_best_seller: z.boolean().exactOptional(),
  best_seller_category: z.string().exactOptional(),
  is_new_release: z.boolean().exactOptional(),
  climate_pledge_friendly: z.boolean().exactOptional(),
  is_sponsored_brand: z.boolean().exactOptional(),
  is_adult: z.boolean().exactOptional(),
  /** The bought-in-past-month indicator; "2K+" is 2000. */
  bought_past_month: count.exactOptional(),
};

const media = {
  image_url: z.string().exactOptional(),
  images: z.array(ImageSchema).exactOptional(),
  videos: z.array(VideoSchema).exactOptional(),
  images_count: count.exactOptional(),
  videos_count: count.exactOptional(),
  has_360_view: z.boolean().exactOptional(),
};

const content = {
  feature_bullets: z.array(z.string()).exactOptional(),
  description: z.string().exactOptional(),
  aplus_text: z.string().exactOptional(),
  aplus_image_urls: z.array(z.string()).exactOptional(),
  has_aplus: z.boolean().exactOptional(),
  brand_story: z.string().exactOptional(),
  /** The short table. */
  overview: z.array(z.object({ name: z.string(), value: z.string() })).exactOptional(),
  /** Every detail table and bullet. */
  specifications: z.array(SpecificationSchema).exactOptional(),
  important_information: z.array(z.object({ title: z.string(), text: z.string() })).exactOptional(),
  whats_in_the_box: z.array(z.string()).exactOptional(),
  documents: z.array(z.object({ title: z.string(), url: z.string() })).exactOptional(),
};

const measures = {
  dimensions: DimensionsSchema.exactOptional(),
  weight: WeightSchema.exactOptional(),
  package_dimensions: DimensionsSchema.exactOptional(),
  package_weight: WeightSchema.exactOptional(),
  color: z.string().exactOptional(),
  size: z.string().exactOptional(),
  material: z.string().exactOptional(),
  country_of_origin: z.string().exactOptional(),
  is_discontinued: z.boolean().exactOptional(),
  date_first_available: day.exactOptional(),
  warranty: z.string().exactOptional(),
  batteries_required: z.boolean().exactOptional(),
};

const reviews = {
  /** 0 to 5. */
  rating: stars.exactOptional(),
  /** Total review count. */
  reviews: count.exactOptional(),
  rating_histogram: RatingHistogramSchema.exactOptional(),
  /** All reviews on the page in its order, other countries' too. */
  top_reviews: z.array(ReviewSchema).exactOptional(),
  /** What customers say, in the marketplace's summary. */
  reviews_summary: z.string().exactOptional(),
  reviews_aspects: z.array(ReviewAspectSchema).exactOptional(),
  answered_questions: count.exactOptional(),
};

const variations = {
  variation_dimensions: z.array(VariationDimensionSchema).exactOptional(),
  variations: z.array(VariationSchema).exactOptional(),
  variations_count: count.exactOptional(),
  /** Value by dimension key. */
  selected_variation: z.record(z.string(), z.string()).exactOptional(),
};

const related = {
  /** Without the product itself. */
  frequently_bought_together: z
    .array(z.object({ asin: AsinSchema, title: z.string().exactOptional(), price: money.exactOptional() }))
    .exactOptional(),
  related_asins: z.array(AsinSchema).exactOptional(),
  comparison_asins: z.array(AsinSchema).exactOptional(),
  newer_model_asin: AsinSchema.exactOptional(),
};

/** `data` of a product answer (specification, ProductData; design §5.11). */
export const ProductDataSchema = z.object({
  ...identity,
  ...categories,
  ...price,
  ...availability,
  ...sale,
  ...badges,
  ...media,
  ...content,
  ...measures,
  ...reviews,
  ...variations,
  ...related,
});
/** `data` of a product answer (specification, ProductData; design §5.11). */
export type ProductData = z.infer<typeof ProductDataSchema>;
