/** `data` of a product answer (specification, ProductData; the fields beyond it: design §5.11). A field that the page lacks is absent. */
import * as z from 'zod';
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

export type {
  BestSellersRank,
  Contributor,
  Image,
  ProductData,
  ReviewAspect,
  Seller,
  Specification,
  Variation,
  VariationDimension,
  Video,
} from '../types/product.ts';

/** A person or company behind a book, film or album. */
export const ContributorSchema = z.object({
  /** The name, as the byline has it. */
  name: z.string(),
  /** What they did, in the page's words: "Author", "Illustrator". */
  role: z.string().exactOptional(),
  /** The page's own address of their page. */
  url: z.string().exactOptional(),
});

/** A best-sellers rank: the place in a category. */
export const BestSellersRankSchema = z.object({
  /** The place, 1 first. */
  rank: z.int().min(1),
  /** The category's name, in the page's language. */
  category: z.string(),
  /** The page's own address of the category's list. */
  url: z.string().exactOptional(),
});

/** Who sells the featured offer. */
export const SellerSchema = z.object({
  /** The seller's token, as `sellerId` takes it. Absent for the operator. */
  id: z.string().exactOptional(),
  /** The seller's name. */
  name: z.string(),
  /** The page's own address of the seller's profile. */
  url: z.string().exactOptional(),
  /** Whether the marketplace operator itself sells it. */
  is_amazon: z.boolean(),
});

/** A picture of the gallery. */
export const ImageSchema = z.object({
  /** Address of the largest size that the page names. */
  url: z.string(),
  /** Address of the small picture. */
  thumbnail_url: z.string().exactOptional(),
  /** The gallery's own name of the place: `MAIN`, `PT01`. */
  variant: z.string().exactOptional(),
});

/** A video of the gallery. */
export const VideoSchema = z.object({
  /** The video's title. */
  title: z.string().exactOptional(),
  /** Address of the video. */
  url: z.string(),
  /** Address of its still picture. */
  thumbnail_url: z.string().exactOptional(),
  /** How long it is, in seconds. */
  duration_seconds: z.number().min(0).exactOptional(),
});

/** A row of a table of facts, in the page's words. */
export const SpecificationSchema = z.object({
  /** The row's label. */
  name: z.string(),
  /** The row's value. */
  value: z.string(),
  /** The heading that the row stands under, where tables have one. */
  section: z.string().exactOptional(),
});

/** A choice that the shopper makes: colour, size, ... */
export const VariationDimensionSchema = z.object({
  /** The page's own key: `color_name`. */
  key: z.string(),
  /** The label that shoppers read. */
  name: z.string(),
  /** All values to choose from, in the page's order. */
  values: z.array(z.string()),
});

/** A sibling of the product, or the product itself. */
export const VariationSchema = z.object({
  /** The identifier of the variation. */
  asin: AsinSchema,
  /** Its value by dimension key. */
  attributes: z.record(z.string(), z.string()),
  /** Address of its page, absolute. */
  url: z.string().exactOptional(),
  /** Whether it is the one that the page shows. */
  is_selected: z.boolean(),
  /** Its price, where its button shows one. */
  price: money.exactOptional(),
  /** Address of its picture. */
  image_url: z.string().exactOptional(),
  /** Whether it can be had, where its button tells. */
  available: z.boolean().exactOptional(),
});

/** What reviewers say of one aspect. */
export const ReviewAspectSchema = z.object({
  /** The aspect, in the page's words: "Battery life". */
  name: z.string(),
  /** How many reviews mention it. */
  mentions: count.exactOptional(),
  /** How many of them speak well of it. */
  positive: count.exactOptional(),
  /** How many of them speak ill of it. */
  negative: count.exactOptional(),
  /** What they say of it in sum. */
  sentiment: z.enum(SENTIMENTS).exactOptional(),
});

const identity = {
  /** The item that the page sells, also where the page's canonical link names its parent. */
  asin: AsinSchema,
  /** The title, in the language of the page. */
  title: z.string().exactOptional(),
  /** The identifier that all variations share; it cannot be bought itself. */
  parent_asin: AsinSchema.exactOptional(),
  /** The page's canonical address, absolute. */
  url: z.string().exactOptional(),
  /** The brand. `url` leads to its storefront. Books, music and films have none: see `contributors`. */
  brand: NamedLinkSchema.exactOptional(),
  /** The manufacturer, as the details name it. */
  manufacturer: z.string().exactOptional(),
  /** The model number, as the details name it. */
  model_number: z.string().exactOptional(),
  /** The manufacturer's part number. */
  part_number: z.string().exactOptional(),
  /** The UPC: twelve digits. The first, where several are listed. */
  upc: z.string().exactOptional(),
  /** The EAN: thirteen or eight digits. The first, where several are listed. */
  ean: z.string().exactOptional(),
  /** The ISBN of ten characters. */
  isbn_10: z.string().exactOptional(),
  /** The ISBN of thirteen digits, with hyphens where the page has them. */
  isbn_13: z.string().exactOptional(),
  /** The binding: "Hardcover", "Kindle Edition". */
  format: z.string().exactOptional(),
  /** The edition, in the page's words: "2nd edition", "Illustrated". */
  edition: z.string().exactOptional(),
  /** The language of a book or film, in the page's words. */
  language: z.string().exactOptional(),
  /** The publisher of a book. */
  publisher: z.string().exactOptional(),
  /** The day of publication (`YYYY-MM-DD`). */
  publication_date: day.exactOptional(),
  /** How many pages a book has. */
  pages: count.exactOptional(),
  /** Who is behind a book, film or album, in the order of the byline. */
  contributors: z.array(ContributorSchema).exactOptional(),
};

const categories = {
  /** Best-sellers rank in the primary category, 1 first: the first of `bsr_ranks`. */
  bsr: z.int().min(1).exactOptional(),
  /** All best-sellers ranks, in the page's order. */
  bsr_ranks: z.array(BestSellersRankSchema).exactOptional(),
  /** The root of the breadcrumbs; without breadcrumbs, the category of the first rank. */
  category: NamedLinkSchema.exactOptional(),
  /** The browse node of the last breadcrumb: digits. */
  category_node_id: z.string().exactOptional(),
  /** The path of categories, from the root down. */
  breadcrumbs: z.array(BreadcrumbSchema).exactOptional(),
};

const price = {
  /** Whether a featured offer (Buy Box) is displayed. */
  buybox: z.boolean().exactOptional(),
  /** What the page shows in the place of the Buy Box. */
  buybox_state: z.enum(BUYBOX_STATES).exactOptional(),
  /** The featured offer's headline price: to pay now, by a shopper without a membership. */
  bb_price: money.exactOptional(),
  /** The currency of the page's amounts, ISO 4217, as shown: it follows the shopper, not the marketplace. */
  currency: z.string().exactOptional(),
  /** The lowest price across variations, where a range is shown. */
  price_min: money.exactOptional(),
  /** The highest price across variations, where a range is shown. */
  price_max: money.exactOptional(),
  /** The featured offer's price for a unit of measure. */
  unit_price: UnitPriceSchema.exactOptional(),
  /** The deal and the struck prices of the featured offer. `null` when the page shows neither: the item sells at its normal price. */
  promotion: PromotionInfoSchema.nullable().exactOptional(),
  /** The featured offer's clip-to-apply coupon. Not reflected in `bb_price`. */
  coupon: CouponWithTextSchema.exactOptional(),
  /** The price of the first delivery under a subscription. */
  subscribe_and_save_price: money.exactOptional(),
  /** The lowest price of the new offers, as the link to them names it. */
  new_from_price: money.exactOptional(),
  /** The lowest price of the used offers, as the link to them names it. */
  used_from_price: money.exactOptional(),
  /** How many new offers that link counts. */
  new_offers_count: count.exactOptional(),
  /** How many used offers that link counts. */
  used_offers_count: count.exactOptional(),
  /** How many sellers the listing has in all: so many offers can be had through `offers`. */
  sellers_all: count.exactOptional(),
  /** What standard delivery of the featured offer costs; 0 is free. Absent when no cost is named. */
  shipping_price: money.exactOptional(),
  /** The price for business customers. */
  business_price: money.exactOptional(),
  /** The price for members, where the page names one beside `bb_price`. */
  prime_price: money.exactOptional(),
};

const availability = {
  /** Whether it can be bought now. Absent while a variation is still to be chosen, and on orders ahead. */
  in_stock: z.boolean().exactOptional(),
  /** The line about availability, verbatim, in the page's language. */
  availability_text: z.string().exactOptional(),
  /** How many are left: "Only N left in stock". */
  stock_qty: count.exactOptional(),
  /** The fewest that can be ordered, when that is more than one. */
  min_order_quantity: count.exactOptional(),
  /** The most that can be ordered at once, as the list of quantities ends. */
  max_order_quantity: count.exactOptional(),
  /** The featured offer's delivery promises: the `standard` one first. */
  delivery: z.array(DeliveryEstimateSchema).exactOptional(),
  /** The place that the page was priced for, in its own words. */
  delivery_location: z.string().exactOptional(),
  /** The day on which an item that can be ordered ahead comes out (`YYYY-MM-DD`). */
  release_date: day.exactOptional(),
  /** Whether it is ordered before it comes out. */
  is_preorder: z.boolean().exactOptional(),
  /** Whether it is ordered while it is out of stock for a time. */
  is_backorder: z.boolean().exactOptional(),
};

const sale = {
  /** Who sells the featured offer. */
  seller: SellerSchema.exactOptional(),
  /** The identifier of the featured offer's listing, decoded. */
  offer_id: z.string().exactOptional(),
  /** Who ships the featured offer, in the page's words. */
  ships_from: z.string().exactOptional(),
  /** Whether the marketplace operator fulfils the featured offer. */
  is_fba: z.boolean().exactOptional(),
  /** Whether the featured offer carries the membership's badge. */
  is_prime: z.boolean().exactOptional(),
  /** The condition of the featured offer: as on offers (`used_good`), else the page's words ("Renewed"). */
  condition: z.string().exactOptional(),
  /** The terms for returns, in the page's words. */
  return_policy: z.string().exactOptional(),
};

const badges = {
  /** All badges of the page, verbatim, in the page's language. */
  badges: z.array(z.string()).exactOptional(),
  /** Whether the page carries the badge of small businesses. */
  is_small_business: z.boolean().exactOptional(),
  /** Whether it carries the badge of the operator's choice. */
  is_amazon_choice: z.boolean().exactOptional(),
  /** What it is the choice for. */
  amazon_choice_keyword: z.string().exactOptional(),
  /** Whether it carries the best seller's badge. */
  is_best_seller: z.boolean().exactOptional(),
  /** The category that it is the best seller of. */
  best_seller_category: z.string().exactOptional(),
  /** Whether it carries the new release's badge. */
  is_new_release: z.boolean().exactOptional(),
  /** Whether it carries the badge of the climate programme. */
  climate_pledge_friendly: z.boolean().exactOptional(),
  /** Whether the page says that its brand is advertised. */
  is_sponsored_brand: z.boolean().exactOptional(),
  /** Whether the page warns that it is for adults. */
  is_adult: z.boolean().exactOptional(),
  /** How many were bought in the past month, as a number: "2K+" is 2000. */
  bought_past_month: count.exactOptional(),
};

const media = {
  /** Address of the main picture. */
  image_url: z.string().exactOptional(),
  /** The pictures of the gallery, in its order, of the variation that the page shows. */
  images: z.array(ImageSchema).exactOptional(),
  /** The videos of the gallery, in its order. */
  videos: z.array(VideoSchema).exactOptional(),
  /** How many pictures the gallery has, those not listed too. */
  images_count: count.exactOptional(),
  /** How many videos the gallery has. */
  videos_count: count.exactOptional(),
  /** Whether the picture can be turned round. */
  has_360_view: z.boolean().exactOptional(),
};

const content = {
  /** The points beside the price, in the page's order. */
  feature_bullets: z.array(z.string()).exactOptional(),
  /** The description as text. */
  description: z.string().exactOptional(),
  /** The text of the manufacturer's enhanced description, line by line. */
  aplus_text: z.string().exactOptional(),
  /** Addresses of the pictures in the enhanced description. */
  aplus_image_urls: z.array(z.string()).exactOptional(),
  /** Whether there is an enhanced description. */
  has_aplus: z.boolean().exactOptional(),
  /** The text of the brand's story. */
  brand_story: z.string().exactOptional(),
  /** The short table beside the price. */
  overview: z
    .array(
      z.object({
        /** The row's label. */
        name: z.string(),
        /** The row's value. */
        value: z.string(),
      }),
    )
    .exactOptional(),
  /** Every row of the detail tables and lists. */
  specifications: z.array(SpecificationSchema).exactOptional(),
  /** Warnings, ingredients, directions and the like. */
  important_information: z
    .array(
      z.object({
        /** The heading. */
        title: z.string(),
        /** What stands under it. */
        text: z.string(),
      }),
    )
    .exactOptional(),
  /** What is in the box, part by part. */
  whats_in_the_box: z.array(z.string()).exactOptional(),
  /** Manuals and the like. */
  documents: z
    .array(
      z.object({
        /** The words of the link. */
        title: z.string(),
        /** Address of the document, absolute. */
        url: z.string(),
      }),
    )
    .exactOptional(),
};

const measures = {
  /** The measures of the item. */
  dimensions: DimensionsSchema.exactOptional(),
  /** The weight of the item. */
  weight: WeightSchema.exactOptional(),
  /** The measures of the package. */
  package_dimensions: DimensionsSchema.exactOptional(),
  /** The weight of the package. */
  package_weight: WeightSchema.exactOptional(),
  /** The colour: the chosen one, else that of the details, in the page's language. */
  color: z.string().exactOptional(),
  /** The size: the chosen one, else that of the details, in the page's words. */
  size: z.string().exactOptional(),
  /** What it is made of, in the page's language. */
  material: z.string().exactOptional(),
  /** Where it comes from, in the page's language. */
  country_of_origin: z.string().exactOptional(),
  /** Whether the manufacturer makes it no more. */
  is_discontinued: z.boolean().exactOptional(),
  /** The day since which the marketplace has it (`YYYY-MM-DD`). */
  date_first_available: day.exactOptional(),
  /** The warranty, in the page's words. */
  warranty: z.string().exactOptional(),
  /** Whether it needs batteries. */
  batteries_required: z.boolean().exactOptional(),
};

const reviews = {
  /** Mean rating, 0 to 5 stars. */
  rating: stars.exactOptional(),
  /** How many ratings it has in all. */
  reviews: count.exactOptional(),
  /** The share of each star rating, in percent. */
  rating_histogram: RatingHistogramSchema.exactOptional(),
  /** All reviews on the page, in its order, those from other countries too. */
  top_reviews: z.array(ReviewSchema).exactOptional(),
  /** What customers say, in the marketplace's own summary. */
  reviews_summary: z.string().exactOptional(),
  /** What reviewers say of single aspects. */
  reviews_aspects: z.array(ReviewAspectSchema).exactOptional(),
  /** How many questions of customers are answered. */
  answered_questions: count.exactOptional(),
};

const variations = {
  /** The choices that a shopper has. */
  variation_dimensions: z.array(VariationDimensionSchema).exactOptional(),
  /** The products of all choices, this one among them. */
  variations: z.array(VariationSchema).exactOptional(),
  /** How many variations there are, those not listed too. */
  variations_count: count.exactOptional(),
  /** The chosen values by dimension key. */
  selected_variation: z.record(z.string(), z.string()).exactOptional(),
};

const related = {
  /** What is often bought with it, without the product itself. */
  frequently_bought_together: z
    .array(
      z.object({
        /** The identifier of the companion. */
        asin: AsinSchema,
        /** Its title. */
        title: z.string().exactOptional(),
        /** Its price. */
        price: money.exactOptional(),
      }),
    )
    .exactOptional(),
  /** Products that the page shows as related, without the product itself and without advertisements. */
  related_asins: z.array(AsinSchema).exactOptional(),
  /** Products that the page compares it with. */
  comparison_asins: z.array(AsinSchema).exactOptional(),
  /** The newer model that the page points to. */
  newer_model_asin: AsinSchema.exactOptional(),
};

/** A product, as its page shows it: what the page lacks is absent. */
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
