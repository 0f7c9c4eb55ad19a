/** The targets of a watch, its values, and the changes that it reports. */
import type { EndpointName } from '../contract/endpoints.ts';
import type { Gap } from '../contract/generated/gap.ts';
import type { Coupon, DealBadge } from '../contract/generated/shared.ts';
import type { Duration, Params } from '../contract/marketplace.ts';

/** Options of a target. */
export interface TargetOptions {
  /** Id of the target: 1 to 128 printable characters. Its state and history belong to the id. @default made from the call and `pages` */
  id?: string | undefined;
  /** Longest time between two looks: milliseconds, or a number and `s`, `m`, `h` or `d`, such as `15m`. @default the watch's `every` */
  every?: Duration | undefined;
  /** How many pages of a list, a search or the offers to read, from page 1 on. Each costs a credit. @default 1 */
  pages?: number | undefined;
  /** Of a list or a search: the products to watch. @default all entries */
  asins?: readonly string[] | undefined;
  /** Which changes to report, and when. @default the watch's `when` */
  when?: Rules | undefined;
  /** A JSON object of your own. Each change of the target has it. */
  extra?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A target: a call, and how to watch it. Products (`product`), their offers (`offers`), searches (`search`), lists (`category`; best-seller lists by
 * their URL with `scrape`), sellers (`seller`). `page` of the parameters must be absent: see `pages`.
 */
export type WatchTarget<Name extends EndpointName = EndpointName> = {
  [Endpoint in Name]: { endpoint: Endpoint; params: Params<Endpoint> } & TargetOptions;
}[Name];

/** A target, as changes name it. */
export interface TargetName {
  /** Id of the target. */
  id: string;
  /** Endpoint of its call. */
  endpoint: EndpointName;
  /** Parameters of its call, with the marketplace and the language. */
  params: Readonly<Record<string, unknown>>;
  /** Your own JSON object. */
  extra?: Readonly<Record<string, unknown>>;
}

/** A seller of an offer. */
export interface SellerName {
  /** Seller id. `null`: the operator of the marketplace. Absent: the page shows none. */
  id?: string | null;
  /** Name, as written on the page. */
  name?: string;
}

/** An offer, as changes show it. */
export interface WatchedOffer {
  /** The seller. */
  seller: SellerName;
  /** Condition, such as `new` or `used_good`. `null` when the page does not name one of the six. */
  condition: string | null;
  /** Price of the item [major currency units]. */
  price?: number;
  /** Currency [ISO 4217]. */
  currency?: string;
  /** Shipping cost [major currency units]. */
  shipping_price?: number;
  /** Whether the marketplace operator ships it. */
  is_fba?: boolean;
  /** Whether it is the featured offer. */
  is_pinned?: boolean;
  /** Number of items left, if the page says. */
  stock_qty?: number;
}

/** `before` and `after` of each type of change, and the kind of its rule. `null`: there was none, or there is none now. */
export interface ChangeValues {
  /** The price of the featured offer (`bb_price`), or of an entry of a list. */
  price_changed: { before: number | null; after: number | null; rule: 'price' };
  /** The price is below the limit of the rule, and was not before. Also at the first look: `before` is then `null`. */
  price_below: { before: number | null; after: number; rule: 'limit' };
  /** A deal has started. */
  deal_started: { before: null; after: DealBadge; rule: 'plain' };
  /** A deal has ended. */
  deal_ended: { before: DealBadge; after: null; rule: 'plain' };
  /** A coupon has come, gone or changed. */
  coupon_changed: { before: Coupon | null; after: Coupon | null; rule: 'plain' };
  /** A seller has got the Buy Box: `after`. `before` is the seller that had it. */
  buybox_won: { before: SellerName | null; after: SellerName; rule: 'seller' };
  /** A seller has lost the Buy Box: `before`. `after` is the seller that has it now. */
  buybox_lost: { before: SellerName; after: SellerName | null; rule: 'seller' };
  /** There are offers, but no featured one. `before` is the seller that had the Buy Box. */
  buybox_suppressed: { before: SellerName | null; after: null; rule: 'plain' };
  /** A seller offers the product. */
  offer_added: { before: null; after: WatchedOffer; rule: 'seller' };
  /** A seller no longer offers the product. Only when all pages of the offers were read. */
  offer_removed: { before: WatchedOffer; after: null; rule: 'seller' };
  /** Price, shipping, fulfilment or stock of an offer has changed. */
  offer_changed: { before: WatchedOffer; after: WatchedOffer; rule: 'seller' };
  /** The product is no longer in stock. */
  out_of_stock: { before: true; after: false; rule: 'plain' };
  /** The product is in stock again. */
  back_in_stock: { before: false; after: true; rule: 'plain' };
  /** Fewer items are left than the limit of the rule, and it was not so before. `null`: the page named no number. */
  stock_low: { before: number | null; after: number; rule: 'limit' };
  /** The position in a search or a list, or the best-sellers rank. `null`: not among the pages that were read. */
  rank_changed: { before: number | null; after: number | null; rule: 'rank' };
  /** The average rating [0 to 5 stars]. */
  rating_changed: { before: number; after: number; rule: 'plain' };
  /** There are more ratings. */
  reviews_added: { before: number; after: number; rule: 'plain' };
  /** Title, main image or bullet points have changed. */
  content_changed: {
    before: string | readonly string[] | null;
    after: string | readonly string[] | null;
    rule: 'content';
  };
  /** The marketplace no longer knows the product, list or seller. */
  listing_gone: { before: true; after: false; rule: 'plain' };
  /** The marketplace knows it again. */
  listing_back: { before: false; after: true; rule: 'plain' };
  /** The profile of a seller has changed: name, rating, share of positive feedback, business name. */
  seller_changed: { before: string | number | null; after: string | number | null; rule: 'plain' };
  /** The page lacks parts that it had before: the marketplace changed its pages, or sent an incomplete one. */
  data_degraded: { before: readonly Gap[]; after: readonly Gap[]; rule: 'plain' };
}

/** The type of a change. */
export type ChangeType = keyof ChangeValues;

/** Where a change was seen. */
export interface Evidence {
  /** URL of the page. Absent if the service does not send it. */
  url?: string;
  /** Id of the request, as in `meta.request_id`. Of each request, if the target has several pages. */
  request_ids: readonly string[];
  /** Parts that the page lacked. */
  gaps: readonly Gap[];
  /** Ids of the requests of the first look, if a second one confirmed the change. */
  first_request_ids?: readonly string[];
}

/** Members of all changes. */
export interface ChangeBase {
  /** Identifies the change for ever: also when it is delivered again, after a restart for example. Drop a change whose id you have. */
  id: string;
  /** The target. */
  target: TargetName;
  /** The product of the change: the target's, or an entry of its list. Absent for sellers. */
  asin?: string;
  /** Path of the value in the data of the page, such as `bb_price`, `seller`, `shallow_parts.price`. */
  field: string;
  /** Currency of amounts [ISO 4217]. */
  currency?: string;
  /** Category of a best-sellers rank. */
  category?: string;
  /** Limit of the rule, for `price_below` and `stock_low`. */
  limit?: number;
  /** When the page was read that shows it: ISO 8601, UTC. */
  at: string;
  /** When the value before was last seen: ISO 8601, UTC. The change happened between the two. */
  since: string;
  /** Where it was seen. */
  evidence: Evidence;
}

/** A change: branch on `type`. */
export type Change = {
  [Type in ChangeType]: { type: Type } & ChangeBase & Omit<ChangeValues[Type], 'rule'>;
}[ChangeType];

/** Conditions of a rule that a type of change can have. `true`: each change of the type. */
export interface RuleOptions {
  /** Least time between two changes of this rule and product: a duration such as `6h`. Changes in between are not delivered, but are in the history. */
  cooldown?: Duration | undefined;
}

/** A rule about prices. */
export interface PriceRule extends RuleOptions {
  /** Least difference [percent of the price before]. */
  percent?: number | undefined;
  /** Least difference [major currency units]. */
  amount?: number | undefined;
}

/** A rule about a limit. */
export interface LimitRule extends RuleOptions {
  /** The limit: the change is reported when the value falls below it. */
  below: number;
}

/** A rule about sellers. */
export interface SellerRule extends RuleOptions {
  /** The seller that won or lost the Buy Box, or whose offer it is: its id, or several. `null` is the operator of the marketplace. */
  seller?: string | null | readonly (string | null)[] | undefined;
}

/** A rule about ranks. */
export interface RankRule extends RuleOptions {
  /** Least difference of the rank [places]. */
  places?: number | undefined;
  /** Only when the rank becomes this or better, or gets worse than it. */
  top?: number | undefined;
}

/** Rules about texts. */
export interface ContentRule extends RuleOptions {
  /** The fields: `title`, `image_url`, `feature_bullets`. @default all */
  fields?: readonly ('title' | 'image_url' | 'feature_bullets')[] | undefined;
}

/**
 * Which changes to report. Without rules, all types except `price_below` and `stock_low`, which need a limit. With rules, only the named types.
 */
export type Rules = {
  [Type in ChangeType]?: true | RuleOf<Type> | undefined;
};

/** The forms of each kind of rule, besides `true`. A number is the limit. */
export interface RuleKinds {
  /** A change without a size of its own. */
  plain: RuleOptions;
  /** A change of money. */
  price: PriceRule;
  /** A value that crosses a limit. */
  limit: number | LimitRule;
  /** A change that names a seller. */
  seller: SellerRule;
  /** A change of rank. */
  rank: RankRule;
  /** A change of the content of a page. */
  content: ContentRule;
}

/** The forms of the rule of a type, besides `true`. */
export type RuleOf<Type extends ChangeType> = RuleKinds[ChangeValues[Type]['rule']];
