/** Data of a product page. */
import * as z from 'zod';
import { BUYBOX_STATES, SENTIMENTS } from '../codes.ts';
import { ReviewSchema } from './reviews.ts';
import { AsinSchema, count, day, flag, money, object, optional, stars, text } from './scalars.ts';
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

export type * from '../generated/product.ts';

/** Schema of `Contributor`. */
export const ContributorSchema = object('A contributor to a book, film or album.', {
  name: text.describe('Name, as in the byline.'),
  role: optional(text, 'Role, as written on the page: "Author", "Illustrator".'),
  url: optional(text, "URL of the contributor's page, as written on the page."),
});

/** Schema of `BestSellersRank`. */
export const BestSellersRankSchema = object('A best-sellers rank in a category.', {
  rank: z.int().min(1).describe('Rank, starting at 1.'),
  category: text.describe("Name of the category, in the page's language."),
  url: optional(text, "URL of the category's best-seller list, as written on the page."),
});

/** Schema of `Seller`. */
export const SellerSchema = object('A seller.', {
  id: optional(text, 'Seller id, as used by the parameter `sellerId`. Absent for the marketplace operator.'),
  name: text.describe('Name of the seller.'),
  url: optional(text, "URL of the seller's profile, as written on the page."),
  is_amazon: flag.describe('Whether the marketplace operator is the seller.'),
});

/** Schema of `Image`. */
export const ImageSchema = object('An image of the gallery.', {
  url: text.describe('URL of the largest size.'),
  thumbnail_url: optional(text, 'URL of the thumbnail.'),
  variant: optional(text, 'Name of the position in the gallery: `MAIN`, `PT01`.'),
});

/** Schema of `Video`. */
export const VideoSchema = object('A video of the gallery.', {
  title: optional(text, 'Title of the video.'),
  url: text.describe('URL of the video.'),
  thumbnail_url: optional(text, 'URL of the preview image.'),
  duration_seconds: optional(z.number().min(0), 'Duration [seconds].'),
});

/** Schema of `Specification`. */
export const SpecificationSchema = object('A row of a detail table, as written on the page.', {
  name: text.describe('Label of the row.'),
  value: text.describe('Value of the row.'),
  section: optional(text, 'Heading of the table. Absent when it has none.'),
});

/** Schema of `VariationDimension`. */
export const VariationDimensionSchema = object('A dimension in which variations differ: color, size, ...', {
  key: text.describe('Key used by the page: `color_name`.'),
  name: text.describe('Label, as shown to shoppers.'),
  values: z.array(text).describe('All values, in page order.'),
});

/** Schema of `Variation`. */
export const VariationSchema = object('A variation of the product, or the product itself.', {
  asin: AsinSchema.describe('ASIN of the variation.'),
  attributes: z.record(text, text).describe('Value by dimension key.'),
  url: optional(text, "Absolute URL of the variation's page."),
  is_selected: flag.describe('Whether the page shows this variation.'),
  price: optional(money, "Price. Absent when the variation's button shows none."),
  image_url: optional(text, 'URL of the image.'),
  available: optional(flag, "Whether it is available. Absent when the variation's button does not say."),
});

/** Schema of `ReviewAspect`. */
export const ReviewAspectSchema = object('What reviewers say about one aspect.', {
  name: text.describe('Name of the aspect, as written on the page: "Battery life".'),
  mentions: optional(count, 'Number of reviews that mention the aspect.'),
  positive: optional(count, 'Number of positive mentions.'),
  negative: optional(count, 'Number of negative mentions.'),
  sentiment: optional(z.enum(SENTIMENTS), 'Overall sentiment.'),
});

/** Schema of `ProductData`. */
export const ProductDataSchema = object('A product page. Fields that the page does not show are absent.', {
  // Identity.
  asin: AsinSchema.describe(
    "ASIN of the product that the page sells, even if the page's canonical link names its parent.",
  ),
  title: optional(text, "Title, in the page's language."),
  parent_asin: optional(AsinSchema, 'ASIN that all variations share. It cannot be bought itself.'),
  url: optional(text, 'Absolute canonical URL of the page.'),
  brand: optional(
    NamedLinkSchema,
    'Brand. `url` is its storefront. Absent for books, music and films: see `contributors`.',
  ),
  manufacturer: optional(text, 'Manufacturer, as in the product details.'),
  model_number: optional(text, 'Model number, as in the product details.'),
  part_number: optional(text, 'Part number of the manufacturer.'),
  upc: optional(text, 'UPC: 12 digits. The first one if several are listed.'),
  ean: optional(text, 'EAN: 13 or 8 digits. The first one if several are listed.'),
  isbn_10: optional(text, 'ISBN-10: 10 characters.'),
  isbn_13: optional(text, 'ISBN-13: 13 digits, with hyphens if the page has them.'),
  format: optional(text, 'Format of a book: "Hardcover", "Kindle Edition".'),
  edition: optional(text, 'Edition, as written on the page: "2nd edition", "Illustrated".'),
  language: optional(text, 'Language of a book or film, as written on the page.'),
  publisher: optional(text, 'Publisher of a book.'),
  publication_date: optional(day, 'Publication date [`YYYY-MM-DD`].'),
  pages: optional(count, 'Number of pages of a book.'),
  contributors: optional(
    z.array(ContributorSchema),
    'Contributors to a book, film or album, in the order of the byline.',
  ),
  // Categories.
  bsr: optional(z.int().min(1), 'Best-sellers rank in the main category: the first of `bsr_ranks`.'),
  bsr_ranks: optional(z.array(BestSellersRankSchema), 'All best-sellers ranks, in page order.'),
  category: optional(
    NamedLinkSchema,
    'Top category: the first breadcrumb, else the category of the first best-sellers rank.',
  ),
  category_node_id: optional(text, 'Browse node of the last breadcrumb: digits.'),
  breadcrumbs: optional(z.array(BreadcrumbSchema), 'Path of categories, from the top down.'),
  // Price.
  buybox: optional(flag, 'Whether the page shows a featured offer (Buy Box).'),
  buybox_state: optional(z.enum(BUYBOX_STATES), 'What the page shows where the Buy Box is.'),
  bb_price: optional(money, 'Price of the featured offer, without a membership.'),
  currency: optional(
    text,
    'Currency of the amounts [ISO 4217], as shown on the page. It depends on the shopper, not on the marketplace.',
  ),
  price_min: optional(
    money,
    'Lowest price of the variations, or of an item to be configured ("From $99"). Absent when the page shows neither.',
  ),
  price_max: optional(
    money,
    'Highest price of the variations. Before a variation is selected, one price is both. Absent when the page shows no range.',
  ),
  unit_price: optional(UnitPriceSchema, 'Unit price of the featured offer.'),
  promotion: optional(
    PromotionInfoSchema.nullable(),
    'Deal and reference prices of the featured offer. `null` when the page shows neither: the product is sold at its normal price.',
  ),
  coupon: optional(CouponWithTextSchema, 'Coupon of the featured offer. Not deducted from `bb_price`.'),
  subscribe_and_save_price: optional(money, 'Price of the first delivery of a subscription.'),
  new_from_price: optional(money, 'Lowest price of the new offers, from the link to them.'),
  used_from_price: optional(money, 'Lowest price of the used offers, from the link to them.'),
  new_offers_count: optional(count, 'Number of new offers, from the link to them.'),
  used_offers_count: optional(count, 'Number of used offers, from the link to them.'),
  sellers_all: optional(count, 'Number of all offers of the product. The endpoint `offers` returns them.'),
  shipping_price: optional(
    money,
    'Cost of standard delivery of the featured offer. 0 is free. Absent when the page states no cost, or a sum of shipping and import fees.',
  ),
  business_price: optional(money, 'Price for business customers.'),
  prime_price: optional(money, 'Price for members. Absent when the page shows only `bb_price`.'),
  // Availability.
  in_stock: optional(
    flag,
    'Whether the product is in stock now: `false` for a later date. Absent when a variation must be chosen first, and for pre-orders.',
  ),
  availability_text: optional(text, 'Availability text, as written on the page.'),
  stock_qty: optional(count, 'Number of items left: "Only N left in stock". Absent when the page does not say.'),
  min_order_quantity: optional(count, 'Minimum order quantity, if more than 1.'),
  max_order_quantity: optional(count, 'Maximum order quantity: the last entry of the quantity list.'),
  delivery: optional(z.array(DeliveryEstimateSchema), 'Delivery estimates of the featured offer, `standard` first.'),
  delivery_location: optional(
    text,
    "Delivery location of the page, as written on the page, without the shopper's name.",
  ),
  release_date: optional(day, 'Release date: of a pre-order, or from a detail row [`YYYY-MM-DD`].'),
  is_preorder: optional(flag, 'Whether the product is a pre-order.'),
  is_backorder: optional(flag, 'Whether the product is temporarily out of stock and can be ordered.'),
  // Sale.
  seller: optional(SellerSchema, 'Seller of the featured offer.'),
  offer_id: optional(text, 'Offer id of the featured offer, decoded.'),
  ships_from: optional(text, 'Who ships the featured offer, as written on the page.'),
  is_fba: optional(flag, 'Whether the marketplace operator ships the featured offer.'),
  is_prime: optional(flag, 'Whether the featured offer has the Prime badge.'),
  condition: optional(
    text,
    'Condition of the featured offer: a code as in `offers` (`used_good`), else the text of the page ("Renewed").',
  ),
  return_policy: optional(text, 'Return policy, as written on the page.'),
  // Badges.
  badges: optional(z.array(text), 'All badges, as written on the page.'),
  is_small_business: optional(flag, 'Whether the page has the small-business badge.'),
  is_amazon_choice: optional(flag, 'Whether the page has the "Amazon\'s Choice" badge.'),
  amazon_choice_keyword: optional(text, 'Keyword of the "Amazon\'s Choice" badge.'),
  is_best_seller: optional(flag, 'Whether the page has the best-seller badge.'),
  best_seller_category: optional(text, 'Category of the best-seller badge.'),
  is_new_release: optional(flag, 'Whether the page has the new-release badge.'),
  climate_pledge_friendly: optional(flag, 'Whether the page has the climate-pledge badge.'),
  is_sponsored_brand: optional(flag, 'Whether the page marks the brand as sponsored.'),
  is_adult: optional(flag, 'Whether the page has an adult-content warning.'),
  bought_past_month: optional(count, 'Number bought in the past month: "2K+" is 2000.'),
  // Media.
  image_url: optional(text, 'URL of the main image.'),
  images: optional(z.array(ImageSchema), 'Gallery images of the shown variation, in page order.'),
  videos: optional(z.array(VideoSchema), 'Gallery videos, in page order.'),
  images_count: optional(count, 'Number of gallery images, including those not in `images`.'),
  videos_count: optional(count, 'Number of gallery videos.'),
  has_360_view: optional(flag, 'Whether the gallery has a 360-degree view.'),
  // Content.
  feature_bullets: optional(z.array(text), 'Bullet points next to the price, in page order.'),
  description: optional(text, 'Product description as plain text.'),
  aplus_text: optional(text, "Text of the manufacturer's enhanced description (A+), line by line."),
  aplus_image_urls: optional(z.array(text), 'URLs of the images in the enhanced description.'),
  has_aplus: optional(flag, 'Whether the page has an enhanced description (A+).'),
  brand_story: optional(text, 'Text of the brand story.'),
  overview: optional(
    z.array(z.object({ name: text.describe('Label of the row.'), value: text.describe('Value of the row.') })),
    'Short table next to the price.',
  ),
  specifications: optional(z.array(SpecificationSchema), 'All rows of the detail tables and lists.'),
  important_information: optional(
    z.array(z.object({ title: text.describe('Heading.'), text: text.describe('Text below the heading.') })),
    'Warnings, ingredients, directions and similar sections.',
  ),
  whats_in_the_box: optional(z.array(text), 'Contents of the box, item by item.'),
  documents: optional(
    z.array(
      z.object({ title: text.describe('Text of the link.'), url: text.describe('Absolute URL of the document.') }),
    ),
    'Manuals and other documents.',
  ),
  // Measures.
  dimensions: optional(DimensionsSchema, 'Dimensions of the item.'),
  weight: optional(WeightSchema, 'Weight of the item.'),
  package_dimensions: optional(DimensionsSchema, 'Dimensions of the package.'),
  package_weight: optional(WeightSchema, 'Weight of the package.'),
  color: optional(text, "Color: the selected one, else that of the product details, in the page's language."),
  size: optional(text, 'Size: the selected one, else that of the product details, as written on the page.'),
  material: optional(text, "Material, in the page's language."),
  country_of_origin: optional(text, "Country of origin, in the page's language."),
  is_discontinued: optional(flag, 'Whether the manufacturer has discontinued the product.'),
  date_first_available: optional(day, 'Date when the product was first available [`YYYY-MM-DD`].'),
  warranty: optional(text, 'Warranty, as written on the page.'),
  batteries_required: optional(flag, 'Whether batteries are required.'),
  // Reviews.
  rating: optional(stars, 'Average rating [0 to 5 stars].'),
  reviews: optional(count, 'Number of ratings.'),
  rating_histogram: optional(RatingHistogramSchema, 'Share of each star rating [percent].'),
  top_reviews: optional(
    z.array(ReviewSchema),
    'All reviews on the page, in page order, including those from other countries.',
  ),
  reviews_summary: optional(text, "The marketplace's summary of the reviews."),
  reviews_aspects: optional(z.array(ReviewAspectSchema), 'What reviewers say about single aspects.'),
  answered_questions: optional(count, 'Number of answered customer questions.'),
  // Variations.
  variation_dimensions: optional(z.array(VariationDimensionSchema), 'Dimensions in which the variations differ.'),
  variations: optional(z.array(VariationSchema), 'All variations, including this product.'),
  variations_count: optional(count, 'Number of variations, including those not in `variations`.'),
  selected_variation: optional(z.record(text, text), 'Selected value by dimension key.'),
  // Related.
  frequently_bought_together: optional(
    z.array(
      z.object({
        asin: AsinSchema.describe('ASIN of the product.'),
        title: optional(text, 'Title of the product.'),
        price: optional(money, 'Price of the product.'),
      }),
    ),
    'Products that are often bought together with this one. The product itself is left out.',
  ),
  related_asins: optional(
    z.array(AsinSchema),
    'ASINs of related products, without the product itself and without advertisements.',
  ),
  comparison_asins: optional(z.array(AsinSchema), 'ASINs of the products in the comparison table.'),
  newer_model_asin: optional(AsinSchema, 'ASIN of the newer model that the page links to.'),
});
