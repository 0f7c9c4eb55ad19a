/** The shape of a word file. All language data is in word files, none in the readers. */

/** Languages with a word file. */
export type LanguageCode = 'en' | 'de' | 'fr' | 'it' | 'es' | 'pt' | 'ja' | 'tr' | 'ar' | 'nl' | 'pl' | 'sv';

/**
 * Words and phrases, compared without case and accents. A `*` is the rest of a word (`kostenlos*`: kostenlose, kostenloser). Latin words must be
 * whole words. A phrase that contains another one of its list says nothing, where any of them is searched for.
 */
export type Phrases = readonly string[];

/** Members that are lists of phrases. */
type Lists<Name extends string> = Readonly<Record<Name, Phrases>>;

/** Returns the phrases of a list: `gratis*; kostenlos*`. A line can end after a semicolon. A build has the result instead of the call. */
export const phrases = (list: string): Phrases => list.split(/;\s*/);

/** Returns several lists: `januari; jan | februari; feb`. */
export function lists(text: string): readonly Phrases[] {
  return text.split('|').map((list) => phrases(list.trim()));
}

interface NumberWords {
  /** The decimal mark. */
  readonly decimal: '.' | ',';
  /** Whether blanks group thousands: `1 299,99`. */
  readonly groupsBySpace: boolean;
  /** The factors of suffixes: `{ K: 1000 }`. */
  readonly suffixes: Readonly<Record<string, number>>;
  /** Phrases whose numbers are not counts: "in the past 1 month". */
  readonly asides: Phrases;
}

interface DateWords {
  /** All forms of each month, January first: full, short and inflected. */
  readonly months: readonly Phrases[];
  /** Full names, Monday first. */
  readonly weekdays: readonly Phrases[];
  /** Short names, Monday first. They are read only next to a date. */
  readonly weekdaysShort: readonly Phrases[];
  readonly today: Phrases;
  readonly tomorrow: Phrases;
  readonly dayAfterTomorrow: Phrases;
  /** Words for the coming night: delivery is on the next day. */
  readonly overnight: Phrases;
  /** The units of a countdown: "order within 3 hrs 20 mins". */
  readonly hours: Phrases;
  readonly minutes: Phrases;
  /** Whether the day is before the month, after it, or either. */
  readonly order: 'day-month' | 'month-day' | 'either';
  /** Endings of the day's number: `st`, `.`. */
  readonly ordinals: readonly string[];
  /** Small words between day, month and year: `de`, `of`. */
  readonly links: readonly string[];
  /** Words between the two ends of a range, in addition to dashes and tildes: `to`, `bis`. */
  readonly ranges: readonly string[];
  /** Small words before a day: `el`, `den`, `le`. */
  readonly articles: readonly string[];
}

interface DeliveryWords {
  /** Delivery is free. */
  readonly free: Phrases;
  /** Something else is free: returns. */
  readonly freeOtherwise: Phrases;
  /** Free delivery depends on the order or the shopper: "on your first order". */
  readonly conditional: Phrases;
  /** Delivery is for members. */
  readonly members: Phrases;
  /** Delivery is faster than the usual one. */
  readonly fastest: Phrases;
  /** The name of the charge: "shipping". */
  readonly shipping: Phrases;
}

/** Headings of an offer's condition. */
interface ConditionWords extends Lists<'new' | 'used' | 'collectible' | 'veryGood' | 'good' | 'acceptable'> {
  /** Tiers, alone or after a word for used. */
  readonly likeNew: Phrases;
  /** Conditions without a code: refurbished, renewed. */
  readonly other: Phrases;
}

/** Labels and terms of deals. */
interface DealWords {
  readonly limitedTime: Phrases;
  readonly lightning: Phrases;
  readonly primeExclusive: Phrases;
  /** Names of seasonal events and other offers that contain one of the phrases above but are not of that kind. */
  readonly none: Phrases;
  /** The deal has ended, or has not begun. */
  readonly notLive: Phrases;
  /** Phrases that contain one of those, in the text of a deal that is live: 終了まで, "until the end". */
  readonly live?: Phrases;
  /** Days, as a unit of the remaining time. */
  readonly days: Phrases;
  /** Hours, minutes and seconds, as units of the remaining time. */
  readonly hours: Phrases;
}

/** The availability of an item. */
interface StockWords {
  /** The number of items left, `{n}`: `only {n} left`. */
  readonly left: Phrases;
  readonly inStock: Phrases;
  readonly outOfStock: Phrases;
  /** Negations. A phrase for "in stock" after one of them is ignored. */
  readonly negations: Phrases;
  /** Out of stock but open for orders: a date when it is back, or an invitation to order. Not "we do not know when". */
  readonly backorder: Phrases;
  /** Not released but open for orders. */
  readonly preorder: Phrases;
}

/** Sellers and charges on the offers page. */
interface OfferWords {
  /** A seller without feedback history. */
  readonly justLaunched: Phrases;
  /** Import fees. */
  readonly importFees: Phrases;
  /** There are none of these. */
  readonly noImportFees: Phrases;
}

/** The tiles of a list of results. */
interface SearchWords {
  /** One result, counted in words. */
  readonly oneResult: Phrases;
  /** Recent sales: "2K+ bought in past month". */
  readonly bought: Phrases;
  /** The period of such a count, which can contain a number: `過去1か月`. */
  readonly pastMonth: Phrases;
  /** The price is for members. */
  readonly membersPrice: Phrases;
  /** The price is for buying, next to a price to rent or a membership. */
  readonly buy: Phrases;
  /** The price is for renting. */
  readonly rent: Phrases;
  /** The item is sold by invitation. */
  readonly invitation: Phrases;
  /** The label of the lowest price of the last 30 days, which can be as short as "Lowest:". */
  readonly lowestPrice: Phrases;
  /** A median or typical price, whose label can have a number of days too: "30-day median price". */
  readonly usualPrice: Phrases;
  /** The text of a coupon says what it takes off: "Save $5.00 with coupon". */
  readonly couponOff: Phrases;
  /** The text of a coupon says what is left to pay: "You pay $55.79". */
  readonly couponPrice: Phrases;
  /** The coupon as a condition: "with coupon". Next to an amount without a word for what it takes off, the amount is the price that is left. */
  readonly couponWith: Phrases;
  /** The label of the brand in the specifications of a tile. */
  readonly brand: Phrases;
}

/** Labels of a product's detail rows. The whole label must match, and the first phrase of a list wins. Write `amazon` for `amazon.de`. */
export interface DetailWords
  extends Lists<'manufacturer' | 'modelNumber' | 'partNumber' | 'upc' | 'ean' | 'isbn10' | 'isbn13' | 'language'>,
    Lists<'edition' | 'publisher' | 'publicationDate' | 'pages' | 'countryOfOrigin' | 'firstAvailable'>,
    Lists<'discontinued' | 'warranty' | 'dimensions' | 'packageDimensions' | 'weight' | 'packageWeight'>,
    Lists<'color' | 'size' | 'material' | 'boxContents' | 'yes' | 'no'> {
  /** The release of a film, an album, a game or any other product. */
  readonly releaseDate: Phrases;
  /** The label of a row that says with yes or no whether batteries are required. */
  readonly batteriesRequired: Phrases;
  /** The label of a row that describes the batteries. */
  readonly batteries: Phrases;
  /** Words in the value of that row: batteries are required. */
  readonly batteriesNeeded: Phrases;
  /** Best-sellers rank. */
  readonly rank: Phrases;
  /** Small words before and after the category of a rank. */
  readonly rankAround: Phrases;
  /** The word for pages after their number: `320 pages`. */
  readonly pageCount: Phrases;
}

interface ReviewWords {
  /** The line with country and date: `Reviewed in {country} on {date}`. */
  readonly reviewedIn: Phrases;
  /** Articles before the name of a country. */
  readonly articles: Phrases;
  /** The end of a statement of votes, with any number: "people found this helpful". */
  readonly helpful: Phrases;
  /** One person who found a review helpful. */
  readonly onePerson: Phrases;
  /** A single word for two people who found a review helpful. */
  readonly twoPeople: Phrases;
}

interface ProductWords {
  /** The line with the brand: `Visit the {brand} Store`. */
  readonly brandByline: Phrases;
  /** Small words before the brand in a line without a link: "by". */
  readonly brandBy: Phrases;
  /** The mark of a small business, in a row of marks. */
  readonly smallBusiness: Phrases;
  /** The label of the format in the byline: "Format:". */
  readonly format: Phrases;
  /** The words before or after the delivery location: "Deliver to". */
  readonly deliverTo: Phrases;
  /** A link that changes the delivery location: "Update location". */
  readonly changeLocation: Phrases;
  /** The label of the seller. */
  readonly soldBy: Phrases;
  /** The label of the shipper, and the verb in a sentence about seller and shipper. */
  readonly shipsFrom: Phrases;
  /** The label of the return policy, also as the heading of a link without the policy: "Returns Policy". */
  readonly returns: Phrases;
  /** The number of other sellers or offers, `{n}`, without the featured offer: "Compare {n} other options". */
  readonly otherOffers: Phrases;
  /** The offer is for subscribers. */
  readonly subscription: Phrases;
  /** The label of a coupon in the table of prices. */
  readonly coupon: Phrases;
  /** The whole label of the lowest price of an item to be configured: "From:". */
  readonly priceFrom: Phrases;
  /** Next to a price: it is paid each month. */
  readonly perMonth: Phrases;
}

/** Labels of a seller's profile, without the colon. */
export interface SellerWords
  extends Lists<'businessName' | 'businessType' | 'tradeRegister' | 'vat' | 'phone' | 'email' | 'businessAddress'>,
    Lists<'customerServiceAddress' | 'representative'> {
  /** The line with author and date of feedback: `By {author} on {date}`. */
  readonly ratedBy: readonly string[];
}

/** Headings of blocks and error pages. Their language is often unknown, so the headings of all languages are tried. */
interface RefusalWords {
  readonly notFound: Phrases;
  /** Errors of the site. */
  readonly failure: Phrases;
  /** The page asks to type the letters of an image. */
  readonly captcha: Phrases;
  /** The page asks to click a button. */
  readonly interstitial: Phrases;
}

/** All words of a language. */
export interface Words {
  readonly language: LanguageCode | 'other';
  readonly numbers: NumberWords;
  readonly dates: DateWords;
  readonly delivery: DeliveryWords;
  readonly conditions: ConditionWords;
  readonly deals: DealWords;
  readonly stock: StockWords;
  readonly offers: OfferWords;
  readonly search: SearchWords;
  readonly details: DetailWords;
  readonly reviews: ReviewWords;
  readonly product: ProductWords;
  readonly seller: SellerWords;
  readonly refusals: RefusalWords;
}
