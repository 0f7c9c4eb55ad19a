/** Written by `npm run contract` out of src/contract/data/product.ts: change it there. */
import type { BuyboxState } from '../codes.ts';
import type { Review } from './reviews.ts';
import type {
  Breadcrumb,
  CouponWithText,
  DeliveryEstimate,
  Dimensions,
  NamedLink,
  PromotionInfo,
  RatingHistogram,
  UnitPrice,
  Weight,
} from './shared.ts';

/** A person or company behind a book, film or album. */
export type Contributor = {
  /** The name, as the byline has it. */
  name: string;
  /** What they did, in the page's words: "Author", "Illustrator". */
  role?: string;
  /** The page's own address of their page. */
  url?: string;
};

/** A best-sellers rank: the place in a category. */
export type BestSellersRank = {
  /** The place, 1 first. */
  rank: number;
  /** The category's name, in the page's language. */
  category: string;
  /** The page's own address of the category's list. */
  url?: string;
};

/** Who sells the featured offer. */
export type Seller = {
  /** The seller's token, as `sellerId` takes it. Absent for the operator. */
  id?: string;
  /** The seller's name. */
  name: string;
  /** The page's own address of the seller's profile. */
  url?: string;
  /** Whether the marketplace operator itself sells it. */
  is_amazon: boolean;
};

/** A picture of the gallery. */
export type Image = {
  /** Address of the largest size that the page names. */
  url: string;
  /** Address of the small picture. */
  thumbnail_url?: string;
  /** The gallery's own name of the place: `MAIN`, `PT01`. */
  variant?: string;
};

/** A video of the gallery. */
export type Video = {
  /** The video's title. */
  title?: string;
  /** Address of the video. */
  url: string;
  /** Address of its still picture. */
  thumbnail_url?: string;
  /** How long it is, in seconds. */
  duration_seconds?: number;
};

/** A row of a table of facts, in the page's words. */
export type Specification = {
  /** The row's label. */
  name: string;
  /** The row's value. */
  value: string;
  /** The heading that the row stands under, where tables have one. */
  section?: string;
};

/** A choice that the shopper makes: colour, size, ... */
export type VariationDimension = {
  /** The page's own key: `color_name`. */
  key: string;
  /** The label that shoppers read. */
  name: string;
  /** All values to choose from, in the page's order. */
  values: string[];
};

/** A sibling of the product, or the product itself. */
export type Variation = {
  /** The identifier of the variation. */
  asin: string;
  /** Its value by dimension key. */
  attributes: Record<string, string>;
  /** Address of its page, absolute. */
  url?: string;
  /** Whether it is the one that the page shows. */
  is_selected: boolean;
  /** Its price, where its button shows one. */
  price?: number;
  /** Address of its picture. */
  image_url?: string;
  /** Whether it can be had, where its button tells. */
  available?: boolean;
};

/** What reviewers say of one aspect. */
export type ReviewAspect = {
  /** The aspect, in the page's words: "Battery life". */
  name: string;
  /** How many reviews mention it. */
  mentions?: number;
  /** How many of them speak well of it. */
  positive?: number;
  /** How many of them speak ill of it. */
  negative?: number;
  /** What they say of it in sum. */
  sentiment?: 'positive' | 'negative' | 'mixed';
};

/** A product, as its page shows it: what the page lacks is absent. */
export type ProductData = {
  /** The item that the page sells, also where the page's canonical link names its parent. */
  asin: string;
  /** The title, in the language of the page. */
  title?: string;
  /** The identifier that all variations share; it cannot be bought itself. */
  parent_asin?: string;
  /** The page's canonical address, absolute. */
  url?: string;
  /** The brand. `url` leads to its storefront. Books, music and films have none: see `contributors`. */
  brand?: NamedLink;
  /** The manufacturer, as the details name it. */
  manufacturer?: string;
  /** The model number, as the details name it. */
  model_number?: string;
  /** The manufacturer's part number. */
  part_number?: string;
  /** The UPC: twelve digits. The first, where several are listed. */
  upc?: string;
  /** The EAN: thirteen or eight digits. The first, where several are listed. */
  ean?: string;
  /** The ISBN of ten characters. */
  isbn_10?: string;
  /** The ISBN of thirteen digits, with hyphens where the page has them. */
  isbn_13?: string;
  /** The binding: "Hardcover", "Kindle Edition". */
  format?: string;
  /** The edition, in the page's words: "2nd edition", "Illustrated". */
  edition?: string;
  /** The language of a book or film, in the page's words. */
  language?: string;
  /** The publisher of a book. */
  publisher?: string;
  /** The day of publication (`YYYY-MM-DD`). */
  publication_date?: string;
  /** How many pages a book has. */
  pages?: number;
  /** Who is behind a book, film or album, in the order of the byline. */
  contributors?: Contributor[];
  /** Best-sellers rank in the primary category, 1 first: the first of `bsr_ranks`. */
  bsr?: number;
  /** All best-sellers ranks, in the page's order. */
  bsr_ranks?: BestSellersRank[];
  /** The root of the breadcrumbs; without breadcrumbs, the category of the first rank. */
  category?: NamedLink;
  /** The browse node of the last breadcrumb: digits. */
  category_node_id?: string;
  /** The path of categories, from the root down. */
  breadcrumbs?: Breadcrumb[];
  /** Whether a featured offer (Buy Box) is displayed. */
  buybox?: boolean;
  /** What the page shows in the place of the Buy Box. */
  buybox_state?: BuyboxState;
  /** The featured offer's headline price: to pay now, by a shopper without a membership. */
  bb_price?: number;
  /** The currency of the page's amounts, ISO 4217, as shown: it follows the shopper, not the marketplace. */
  currency?: string;
  /** The lowest price across variations, where a range is shown. */
  price_min?: number;
  /** The highest price across variations, where a range is shown. */
  price_max?: number;
  /** The featured offer's price for a unit of measure. */
  unit_price?: UnitPrice;
  /** The deal and the struck prices of the featured offer. `null` when the page shows neither: the item sells at its normal price. */
  promotion?: PromotionInfo | null;
  /** The featured offer's clip-to-apply coupon. Not reflected in `bb_price`. */
  coupon?: CouponWithText;
  /** The price of the first delivery under a subscription. */
  subscribe_and_save_price?: number;
  /** The lowest price of the new offers, as the link to them names it. */
  new_from_price?: number;
  /** The lowest price of the used offers, as the link to them names it. */
  used_from_price?: number;
  /** How many new offers that link counts. */
  new_offers_count?: number;
  /** How many used offers that link counts. */
  used_offers_count?: number;
  /** How many sellers the listing has in all: so many offers can be had through `offers`. */
  sellers_all?: number;
  /** What standard delivery of the featured offer costs; 0 is free. Absent when no cost is named. */
  shipping_price?: number;
  /** The price for business customers. */
  business_price?: number;
  /** The price for members, where the page names one beside `bb_price`. */
  prime_price?: number;
  /** Whether it can be bought now. Absent while a variation is still to be chosen, and on orders ahead. */
  in_stock?: boolean;
  /** The line about availability, verbatim, in the page's language. */
  availability_text?: string;
  /** How many are left: "Only N left in stock". */
  stock_qty?: number;
  /** The fewest that can be ordered, when that is more than one. */
  min_order_quantity?: number;
  /** The most that can be ordered at once, as the list of quantities ends. */
  max_order_quantity?: number;
  /** The featured offer's delivery promises: the `standard` one first. */
  delivery?: DeliveryEstimate[];
  /** The place that the page was priced for, in its own words. */
  delivery_location?: string;
  /** The day on which an item that can be ordered ahead comes out (`YYYY-MM-DD`). */
  release_date?: string;
  /** Whether it is ordered before it comes out. */
  is_preorder?: boolean;
  /** Whether it is ordered while it is out of stock for a time. */
  is_backorder?: boolean;
  /** Who sells the featured offer. */
  seller?: Seller;
  /** The identifier of the featured offer's listing, decoded. */
  offer_id?: string;
  /** Who ships the featured offer, in the page's words. */
  ships_from?: string;
  /** Whether the marketplace operator fulfils the featured offer. */
  is_fba?: boolean;
  /** Whether the featured offer carries the membership's badge. */
  is_prime?: boolean;
  /** The condition of the featured offer: as on offers (`used_good`), else the page's words ("Renewed"). */
  condition?: string;
  /** The terms for returns, in the page's words. */
  return_policy?: string;
  /** All badges of the page, verbatim, in the page's language. */
  badges?: string[];
  /** Whether the page carries the badge of small businesses. */
  is_small_business?: boolean;
  /** Whether it carries the badge of the operator's choice. */
  is_amazon_choice?: boolean;
  /** What it is the choice for. */
  amazon_choice_keyword?: string;
  /** Whether it carries the best seller's badge. */
  is_best_seller?: boolean;
  /** The category that it is the best seller of. */
  best_seller_category?: string;
  /** Whether it carries the new release's badge. */
  is_new_release?: boolean;
  /** Whether it carries the badge of the climate programme. */
  climate_pledge_friendly?: boolean;
  /** Whether the page says that its brand is advertised. */
  is_sponsored_brand?: boolean;
  /** Whether the page warns that it is for adults. */
  is_adult?: boolean;
  /** How many were bought in the past month, as a number: "2K+" is 2000. */
  bought_past_month?: number;
  /** Address of the main picture. */
  image_url?: string;
  /** The pictures of the gallery, in its order, of the variation that the page shows. */
  images?: Image[];
  /** The videos of the gallery, in its order. */
  videos?: Video[];
  /** How many pictures the gallery has, those not listed too. */
  images_count?: number;
  /** How many videos the gallery has. */
  videos_count?: number;
  /** Whether the picture can be turned round. */
  has_360_view?: boolean;
  /** The points beside the price, in the page's order. */
  feature_bullets?: string[];
  /** The description as text. */
  description?: string;
  /** The text of the manufacturer's enhanced description, line by line. */
  aplus_text?: string;
  /** Addresses of the pictures in the enhanced description. */
  aplus_image_urls?: string[];
  /** Whether there is an enhanced description. */
  has_aplus?: boolean;
  /** The text of the brand's story. */
  brand_story?: string;
  /** The short table beside the price. */
  overview?: {
    /** The row's label. */
    name: string;
    /** The row's value. */
    value: string;
  }[];
  /** Every row of the detail tables and lists. */
  specifications?: Specification[];
  /** Warnings, ingredients, directions and the like. */
  important_information?: {
    /** The heading. */
    title: string;
    /** What stands under it. */
    text: string;
  }[];
  /** What is in the box, part by part. */
  whats_in_the_box?: string[];
  /** Manuals and the like. */
  documents?: {
    /** The words of the link. */
    title: string;
    /** Address of the document, absolute. */
    url: string;
  }[];
  /** The measures of the item. */
  dimensions?: Dimensions;
  /** The weight of the item. */
  weight?: Weight;
  /** The measures of the package. */
  package_dimensions?: Dimensions;
  /** The weight of the package. */
  package_weight?: Weight;
  /** The colour: the chosen one, else that of the details, in the page's language. */
  color?: string;
  /** The size: the chosen one, else that of the details, in the page's words. */
  size?: string;
  /** What it is made of, in the page's language. */
  material?: string;
  /** Where it comes from, in the page's language. */
  country_of_origin?: string;
  /** Whether the manufacturer makes it no more. */
  is_discontinued?: boolean;
  /** The day since which the marketplace has it (`YYYY-MM-DD`). */
  date_first_available?: string;
  /** The warranty, in the page's words. */
  warranty?: string;
  /** Whether it needs batteries. */
  batteries_required?: boolean;
  /** Mean rating, 0 to 5 stars. */
  rating?: number;
  /** How many ratings it has in all. */
  reviews?: number;
  /** The share of each star rating, in percent. */
  rating_histogram?: RatingHistogram;
  /** All reviews on the page, in its order, those from other countries too. */
  top_reviews?: Review[];
  /** What customers say, in the marketplace's own summary. */
  reviews_summary?: string;
  /** What reviewers say of single aspects. */
  reviews_aspects?: ReviewAspect[];
  /** How many questions of customers are answered. */
  answered_questions?: number;
  /** The choices that a shopper has. */
  variation_dimensions?: VariationDimension[];
  /** The products of all choices, this one among them. */
  variations?: Variation[];
  /** How many variations there are, those not listed too. */
  variations_count?: number;
  /** The chosen values by dimension key. */
  selected_variation?: Record<string, string>;
  /** What is often bought with it, without the product itself. */
  frequently_bought_together?: {
    /** The identifier of the companion. */
    asin: string;
    /** Its title. */
    title?: string;
    /** Its price. */
    price?: number;
  }[];
  /** Products that the page shows as related, without the product itself and without advertisements. */
  related_asins?: string[];
  /** Products that the page compares it with. */
  comparison_asins?: string[];
  /** The newer model that the page points to. */
  newer_model_asin?: string;
};
