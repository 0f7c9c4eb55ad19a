/** Data of a product page. */
import * as z from 'zod';
import { BUYBOX_STATES, SENTIMENTS } from '../codes.ts';
import { ReviewSchema } from './reviews.ts';
import { AsinSchema, count, day, flag, money, stars, text } from './scalars.ts';
import {
  BreadcrumbSchema,
  CouponWithTextSchema,
  DeliveryEstimateSchema,
  DimensionsSchema,
  NamedLinkSchema,
  PromotionInfoSchema,
  RatingHistogramSchema,
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
} from '../generated/product.ts';

/** Schema of `Contributor`. */
export const ContributorSchema = z
  .object({
    name: text.describe('Name, as in the byline.'),
    role: text.exactOptional().describe('Role, as written on the page: "Author", "Illustrator".'),
    url: text.exactOptional().describe("URL of the contributor's page, as written on the page."),
  })
  .describe('A contributor to a book, film or album.');

/** Schema of `BestSellersRank`. */
export const BestSellersRankSchema = z
  .object({
    rank: z.int().min(1).describe('Rank, starting at 1.'),
    category: text.describe("Name of the category, in the page's language."),
    url: text.exactOptional().describe("URL of the category's best-seller list, as written on the page."),
  })
  .describe('A best-sellers rank in a category.');

/** Schema of `Seller`. */
export const SellerSchema = z
  .object({
    id: z
      .string()
      .exactOptional()
      .describe('Seller id, as used by the parameter `sellerId`. Absent for the marketplace operator.'),
    name: text.describe('Name of the seller.'),
    url: text.exactOptional().describe("URL of the seller's profile, as written on the page."),
    is_amazon: flag.describe('Whether the marketplace operator is the seller.'),
  })
  .describe('A seller.');

/** Schema of `Image`. */
export const ImageSchema = z
  .object({
    url: text.describe('URL of the largest size.'),
    thumbnail_url: text.exactOptional().describe('URL of the thumbnail.'),
    variant: text.exactOptional().describe('Name of the position in the gallery: `MAIN`, `PT01`.'),
  })
  .describe('An image of the gallery.');

/** Schema of `Video`. */
export const VideoSchema = z
  .object({
    title: text.exactOptional().describe('Title of the video.'),
    url: text.describe('URL of the video.'),
    thumbnail_url: text.exactOptional().describe('URL of the preview image.'),
    duration_seconds: z.number().min(0).exactOptional().describe('Duration [seconds].'),
  })
  .describe('A video of the gallery.');

/** Schema of `Specification`. */
export const SpecificationSchema = z
  .object({
    name: text.describe('Label of the row.'),
    value: text.describe('Value of the row.'),
    section: text.exactOptional().describe('Heading of the table. Absent when it has none.'),
  })
  .describe('A row of a detail table, as written on the page.');

/** Schema of `VariationDimension`. */
export const VariationDimensionSchema = z
  .object({
    key: text.describe('Key used by the page: `color_name`.'),
    name: text.describe('Label, as shown to shoppers.'),
    values: z.array(text).describe('All values, in page order.'),
  })
  .describe('A dimension in which variations differ: color, size, ...');

/** Schema of `Variation`. */
export const VariationSchema = z
  .object({
    asin: AsinSchema.describe('ASIN of the variation.'),
    attributes: z.record(text, text).describe('Value by dimension key.'),
    url: text.exactOptional().describe("Absolute URL of the variation's page."),
    is_selected: flag.describe('Whether the page shows this variation.'),
    price: money.exactOptional().describe("Price. Absent when the variation's button shows none."),
    image_url: text.exactOptional().describe('URL of the image.'),
    available: z
      .boolean()
      .exactOptional()
      .describe("Whether it is available. Absent when the variation's button does not say."),
  })
  .describe('A variation of the product, or the product itself.');

/** Schema of `ReviewAspect`. */
export const ReviewAspectSchema = z
  .object({
    name: text.describe('Name of the aspect, as written on the page: "Battery life".'),
    mentions: count.exactOptional().describe('Number of reviews that mention the aspect.'),
    positive: count.exactOptional().describe('Number of positive mentions.'),
    negative: count.exactOptional().describe('Number of negative mentions.'),
    sentiment: z.enum(SENTIMENTS).exactOptional().describe('Overall sentiment.'),
  })
  .describe('What reviewers say about one aspect.');

const identity = {
  asin: AsinSchema.describe(
    "ASIN of the product that the page sells, even if the page's canonical link names its parent.",
  ),
  title: text.exactOptional().describe("Title, in the page's language."),
  parent_asin: AsinSchema.exactOptional().describe('ASIN that all variations share. It cannot be bought itself.'),
  url: text.exactOptional().describe('Absolute canonical URL of the page.'),
  brand: NamedLinkSchema.exactOptional().describe(
    'Brand. `url` is its storefront. Absent for books, music and films: see `contributors`.',
  ),
  manufacturer: text.exactOptional().describe('Manufacturer, as in the product details.'),
  model_number: text.exactOptional().describe('Model number, as in the product details.'),
  part_number: text.exactOptional().describe('Part number of the manufacturer.'),
  upc: text.exactOptional().describe('UPC: 12 digits. The first one if several are listed.'),
  ean: text.exactOptional().describe('EAN: 13 or 8 digits. The first one if several are listed.'),
  isbn_10: text.exactOptional().describe('ISBN-10: 10 characters.'),
  isbn_13: text.exactOptional().describe('ISBN-13: 13 digits, with hyphens if the page has them.'),
  format: text.exactOptional().describe('Format of a book: "Hardcover", "Kindle Edition".'),
  edition: text.exactOptional().describe('Edition, as written on the page: "2nd edition", "Illustrated".'),
  language: text.exactOptional().describe('Language of a book or film, as written on the page.'),
  publisher: text.exactOptional().describe('Publisher of a book.'),
  publication_date: day.exactOptional().describe('Publication date [`YYYY-MM-DD`].'),
  pages: count.exactOptional().describe('Number of pages of a book.'),
  contributors: z
    .array(ContributorSchema)
    .exactOptional()
    .describe('Contributors to a book, film or album, in the order of the byline.'),
};

const categories = {
  bsr: z.int().min(1).exactOptional().describe('Best-sellers rank in the main category: the first of `bsr_ranks`.'),
  bsr_ranks: z.array(BestSellersRankSchema).exactOptional().describe('All best-sellers ranks, in page order.'),
  category: NamedLinkSchema.exactOptional().describe(
    'Top category: the first breadcrumb, else the category of the first best-sellers rank.',
  ),
  category_node_id: text.exactOptional().describe('Browse node of the last breadcrumb: digits.'),
  breadcrumbs: z.array(BreadcrumbSchema).exactOptional().describe('Path of categories, from the top down.'),
};

const price = {
  buybox: flag.exactOptional().describe('Whether the page shows a featured offer (Buy Box).'),
  buybox_state: z.enum(BUYBOX_STATES).exactOptional().describe('What the page shows where the Buy Box is.'),
  bb_price: money.exactOptional().describe('Price of the featured offer, without a membership.'),
  currency: z
    .string()
    .exactOptional()
    .describe(
      'Currency of the amounts [ISO 4217], as shown on the page. It depends on the shopper, not on the marketplace.',
    ),
  price_min: money
    .exactOptional()
    .describe(
      'Lowest price of the variations, or of an item to be configured ("From $99"). Absent when the page shows neither.',
    ),
  price_max: money
    .exactOptional()
    .describe(
      'Highest price of the variations. Before a variation is selected, one price is both. Absent when the page shows no range.',
    ),
  unit_price: UnitPriceSchema.exactOptional().describe('Unit price of the featured offer.'),
  promotion: PromotionInfoSchema.nullable()
    .exactOptional()
    .describe(
      'Deal and reference prices of the featured offer. `null` when the page shows neither: the product is sold at its normal price.',
    ),
  coupon: CouponWithTextSchema.exactOptional().describe('Coupon of the featured offer. Not deducted from `bb_price`.'),
  subscribe_and_save_price: money.exactOptional().describe('Price of the first delivery of a subscription.'),
  new_from_price: money.exactOptional().describe('Lowest price of the new offers, from the link to them.'),
  used_from_price: money.exactOptional().describe('Lowest price of the used offers, from the link to them.'),
  new_offers_count: count.exactOptional().describe('Number of new offers, from the link to them.'),
  used_offers_count: count.exactOptional().describe('Number of used offers, from the link to them.'),
  sellers_all: count
    .exactOptional()
    .describe('Number of all offers of the product. The endpoint `offers` returns them.'),
  shipping_price: money
    .exactOptional()
    .describe(
      'Cost of standard delivery of the featured offer. 0 is free. Absent when the page states no cost, or a sum of shipping and import fees.',
    ),
  business_price: money.exactOptional().describe('Price for business customers.'),
  prime_price: money.exactOptional().describe('Price for members. Absent when the page shows only `bb_price`.'),
};

const availability = {
  in_stock: z
    .boolean()
    .exactOptional()
    .describe(
      'Whether the product is in stock now: `false` for a later date. Absent when a variation must be chosen first, and for pre-orders.',
    ),
  availability_text: text.exactOptional().describe('Availability text, as written on the page.'),
  stock_qty: count
    .exactOptional()
    .describe('Number of items left: "Only N left in stock". Absent when the page does not say.'),
  min_order_quantity: count.exactOptional().describe('Minimum order quantity, if more than 1.'),
  max_order_quantity: count.exactOptional().describe('Maximum order quantity: the last entry of the quantity list.'),
  delivery: z
    .array(DeliveryEstimateSchema)
    .exactOptional()
    .describe('Delivery estimates of the featured offer, `standard` first.'),
  delivery_location: z
    .string()
    .exactOptional()
    .describe("Delivery location of the page, as written on the page, without the shopper's name."),
  release_date: day.exactOptional().describe('Release date: of a pre-order, or from a detail row [`YYYY-MM-DD`].'),
  is_preorder: flag.exactOptional().describe('Whether the product is a pre-order.'),
  is_backorder: z
    .boolean()
    .exactOptional()
    .describe('Whether the product is temporarily out of stock and can be ordered.'),
};

const sale = {
  seller: SellerSchema.exactOptional().describe('Seller of the featured offer.'),
  offer_id: text.exactOptional().describe('Offer id of the featured offer, decoded.'),
  ships_from: text.exactOptional().describe('Who ships the featured offer, as written on the page.'),
  is_fba: flag.exactOptional().describe('Whether the marketplace operator ships the featured offer.'),
  is_prime: flag.exactOptional().describe('Whether the featured offer has the Prime badge.'),
  condition: z
    .string()
    .exactOptional()
    .describe(
      'Condition of the featured offer: a code as in `offers` (`used_good`), else the text of the page ("Renewed").',
    ),
  return_policy: text.exactOptional().describe('Return policy, as written on the page.'),
};

const badges = {
  badges: z.array(text).exactOptional().describe('All badges, as written on the page.'),
  is_small_business: flag.exactOptional().describe('Whether the page has the small-business badge.'),
  is_amazon_choice: flag.exactOptional().describe('Whether the page has the "Amazon\'s Choice" badge.'),
  amazon_choice_keyword: text.exactOptional().describe('Keyword of the "Amazon\'s Choice" badge.'),
  is_best_seller: flag.exactOptional().describe('Whether the page has the best-seller badge.'),
  best_seller_category: text.exactOptional().describe('Category of the best-seller badge.'),
  is_new_release: flag.exactOptional().describe('Whether the page has the new-release badge.'),
  climate_pledge_friendly: flag.exactOptional().describe('Whether the page has the climate-pledge badge.'),
  is_sponsored_brand: flag.exactOptional().describe('Whether the page marks the brand as sponsored.'),
  is_adult: flag.exactOptional().describe('Whether the page has an adult-content warning.'),
  bought_past_month: count.exactOptional().describe('Number bought in the past month: "2K+" is 2000.'),
};

const media = {
  image_url: text.exactOptional().describe('URL of the main image.'),
  images: z.array(ImageSchema).exactOptional().describe('Gallery images of the shown variation, in page order.'),
  videos: z.array(VideoSchema).exactOptional().describe('Gallery videos, in page order.'),
  images_count: count.exactOptional().describe('Number of gallery images, including those not in `images`.'),
  videos_count: count.exactOptional().describe('Number of gallery videos.'),
  has_360_view: flag.exactOptional().describe('Whether the gallery has a 360-degree view.'),
};

const content = {
  feature_bullets: z.array(text).exactOptional().describe('Bullet points next to the price, in page order.'),
  description: text.exactOptional().describe('Product description as plain text.'),
  aplus_text: z
    .string()
    .exactOptional()
    .describe("Text of the manufacturer's enhanced description (A+), line by line."),
  aplus_image_urls: z.array(text).exactOptional().describe('URLs of the images in the enhanced description.'),
  has_aplus: flag.exactOptional().describe('Whether the page has an enhanced description (A+).'),
  brand_story: text.exactOptional().describe('Text of the brand story.'),
  overview: z
    .array(z.object({ name: text.describe('Label of the row.'), value: text.describe('Value of the row.') }))
    .exactOptional()
    .describe('Short table next to the price.'),
  specifications: z.array(SpecificationSchema).exactOptional().describe('All rows of the detail tables and lists.'),
  important_information: z
    .array(z.object({ title: text.describe('Heading.'), text: text.describe('Text below the heading.') }))
    .exactOptional()
    .describe('Warnings, ingredients, directions and similar sections.'),
  whats_in_the_box: z.array(text).exactOptional().describe('Contents of the box, item by item.'),
  documents: z
    .array(z.object({ title: text.describe('Text of the link.'), url: text.describe('Absolute URL of the document.') }))
    .exactOptional()
    .describe('Manuals and other documents.'),
};

const measures = {
  dimensions: DimensionsSchema.exactOptional().describe('Dimensions of the item.'),
  weight: WeightSchema.exactOptional().describe('Weight of the item.'),
  package_dimensions: DimensionsSchema.exactOptional().describe('Dimensions of the package.'),
  package_weight: WeightSchema.exactOptional().describe('Weight of the package.'),
  color: z
    .string()
    .exactOptional()
    .describe("Color: the selected one, else that of the product details, in the page's language."),
  size: z
    .string()
    .exactOptional()
    .describe('Size: the selected one, else that of the product details, as written on the page.'),
  material: text.exactOptional().describe("Material, in the page's language."),
  country_of_origin: text.exactOptional().describe("Country of origin, in the page's language."),
  is_discontinued: flag.exactOptional().describe('Whether the manufacturer has discontinued the product.'),
  date_first_available: day.exactOptional().describe('Date when the product was first available [`YYYY-MM-DD`].'),
  warranty: text.exactOptional().describe('Warranty, as written on the page.'),
  batteries_required: flag.exactOptional().describe('Whether batteries are required.'),
};

const reviews = {
  rating: stars.exactOptional().describe('Average rating [0 to 5 stars].'),
  reviews: count.exactOptional().describe('Number of ratings.'),
  rating_histogram: RatingHistogramSchema.exactOptional().describe('Share of each star rating [percent].'),
  top_reviews: z
    .array(ReviewSchema)
    .exactOptional()
    .describe('All reviews on the page, in page order, including those from other countries.'),
  reviews_summary: text.exactOptional().describe("The marketplace's summary of the reviews."),
  reviews_aspects: z.array(ReviewAspectSchema).exactOptional().describe('What reviewers say about single aspects.'),
  answered_questions: count.exactOptional().describe('Number of answered customer questions.'),
};

const variations = {
  variation_dimensions: z
    .array(VariationDimensionSchema)
    .exactOptional()
    .describe('Dimensions in which the variations differ.'),
  variations: z.array(VariationSchema).exactOptional().describe('All variations, including this product.'),
  variations_count: count.exactOptional().describe('Number of variations, including those not in `variations`.'),
  selected_variation: z.record(text, text).exactOptional().describe('Selected value by dimension key.'),
};

const related = {
  frequently_bought_together: z
    .array(
      z.object({
        asin: AsinSchema.describe('ASIN of the product.'),
        title: text.exactOptional().describe('Title of the product.'),
        price: money.exactOptional().describe('Price of the product.'),
      }),
    )
    .exactOptional()
    .describe('Products that are often bought together with this one. The product itself is left out.'),
  related_asins: z
    .array(AsinSchema)
    .exactOptional()
    .describe('ASINs of related products, without the product itself and without advertisements.'),
  comparison_asins: z.array(AsinSchema).exactOptional().describe('ASINs of the products in the comparison table.'),
  newer_model_asin: AsinSchema.exactOptional().describe('ASIN of the newer model that the page links to.'),
};

/** Schema of `ProductData`. */
export const ProductDataSchema = z
  .object({
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
  })
  .describe('A product page. Fields that the page does not show are absent.');
