/** What the readers know of a language. All language data stands in word files of this shape; a reader holds none. */

/** The languages that the 20 sites are read in (design §5.6). */
export type LanguageCode = 'en' | 'de' | 'fr' | 'it' | 'es' | 'pt' | 'ja' | 'tr' | 'ar' | 'nl' | 'pl' | 'sv';

/**
 * Words and phrases, compared without case and accents. A `*` stands for the rest of a word (`kostenlos*`: kostenlose, kostenloser).
 * Latin words count as whole words only.
 */
export type Phrases = readonly string[];

/** How numbers are written. */
export interface NumberWords {
  /** The mark between whole and fraction. */
  readonly decimal: '.' | ',';
  /** Whether blanks group thousands: `1 299,99`. */
  readonly groupsBySpace: boolean;
  /** What a count's suffix multiplies by: `{ K: 1000 }`. */
  readonly suffixes: Readonly<Record<string, number>>;
  /** Phrases whose numbers are no counts: "in the past 1 month". */
  readonly asides: Phrases;
}

/** How dates are written. */
export interface DateWords {
  /** January first: every form in which a month is written, full, short and inflected. */
  readonly months: readonly Phrases[];
  /** Monday first: the full names. */
  readonly weekdays: readonly Phrases[];
  /** Monday first: short names; they count beside a day, not alone. */
  readonly weekdaysShort: readonly Phrases[];
  readonly today: Phrases;
  readonly tomorrow: Phrases;
  readonly dayAfterTomorrow: Phrases;
  /** Words for the coming night, whose delivery is the next day's. */
  readonly overnight: Phrases;
  /** Whether the day stands before the month, after it, or either. */
  readonly order: 'day-month' | 'month-day' | 'either';
  /** What can follow a day's number: `st`, `.`. */
  readonly ordinals: readonly string[];
  /** Small words between day, month and year: `de`, `of`. */
  readonly links: readonly string[];
  /** What stands between the two ends of a range beside dashes and tildes: `to`, `bis`. */
  readonly ranges: readonly string[];
  /** Small words before a day: `el`, `den`, `le`. */
  readonly articles: readonly string[];
}

/** What is said of the cost of a delivery. */
export interface DeliveryWords {
  /** Free, of a delivery. */
  readonly free: Phrases;
  /** The same word said of something else: free returns. */
  readonly freeOtherwise: Phrases;
  /** What makes a free delivery depend on the order or the shopper: "on your first order". */
  readonly conditional: Phrases;
  /** Members of the operator's programme, who get it free (design §5.14). */
  readonly members: Phrases;
}

/** Headings of an offer's condition. */
export interface ConditionWords {
  readonly new: Phrases;
  readonly used: Phrases;
  readonly collectible: Phrases;
  /** Tiers; with a word for used before them, or alone. */
  readonly likeNew: Phrases;
  readonly veryGood: Phrases;
  readonly good: Phrases;
  readonly acceptable: Phrases;
  /** Refurbished, renewed: conditions that the specification has no name for. */
  readonly other: Phrases;
}

/** Labels of deal badges, and how long a deal runs. */
export interface DealWords {
  readonly limitedTime: Phrases;
  readonly lightning: Phrases;
  readonly primeExclusive: Phrases;
  /** Seasonal events and offers that name no mechanic, though one of the phrases above is part of their name. */
  readonly none: Phrases;
  /** Days, as a unit of time that is left. */
  readonly days: Phrases;
}

/** What is said of an item's availability. */
export interface StockWords {
  /** How many are left; `{n}` is the number: `only {n} left`. */
  readonly left: Phrases;
  readonly inStock: Phrases;
  readonly outOfStock: Phrases;
  /** Negations: before a phrase for "in stock" they leave it open what is meant. */
  readonly negations: Phrases;
  /** Not there now, but can be ordered: a day on which it will be there, or an invitation to order. "We do not know when" is none. */
  readonly backorder: Phrases;
  /** Not out yet, but can be ordered. */
  readonly preorder: Phrases;
}

/** What the offers page says of a seller and of charges. */
export interface OfferWords {
  /** A seller without feedback history. */
  readonly justLaunched: Phrases;
  /** A deposit for customs. */
  readonly importFees: Phrases;
}

/** What the tiles of a list of results say. */
export interface SearchWords {
  /** Said of what was bought lately: "2K+ bought in past month". */
  readonly bought: Phrases;
  /** The time that such a count is of, which can hold a number of its own: `過去1か月`. */
  readonly pastMonth: Phrases;
  /** Said of a price that members of the programme alone pay. */
  readonly membersPrice: Phrases;
  /** Said of a price to borrow, not to own. */
  readonly rent: Phrases;
  /** Those alone may buy who were invited. */
  readonly invitation: Phrases;
  /** The label of a struck price that is the lowest of the last 30 days. */
  readonly lowestPrice: Phrases;
  /** The label of the brand among a tile's specifications. */
  readonly brand: Phrases;
}

/** Labels of a product's detail rows, compared whole; the first label that a page has wins. `amazon.de` in a label is written `amazon`. */
export interface DetailWords {
  readonly manufacturer: Phrases;
  readonly modelNumber: Phrases;
  readonly partNumber: Phrases;
  readonly upc: Phrases;
  readonly ean: Phrases;
  readonly isbn10: Phrases;
  readonly isbn13: Phrases;
  readonly language: Phrases;
  readonly edition: Phrases;
  readonly publisher: Phrases;
  readonly publicationDate: Phrases;
  readonly pages: Phrases;
  readonly countryOfOrigin: Phrases;
  readonly firstAvailable: Phrases;
  readonly discontinued: Phrases;
  readonly warranty: Phrases;
  /** Whether batteries are needed, answered by yes or no. */
  readonly batteriesRequired: Phrases;
  /** What batteries belong to the product. */
  readonly batteries: Phrases;
  /** In the value of such a row: that they are needed. */
  readonly batteriesNeeded: Phrases;
  readonly dimensions: Phrases;
  readonly packageDimensions: Phrases;
  readonly weight: Phrases;
  readonly packageWeight: Phrases;
  readonly color: Phrases;
  readonly size: Phrases;
  readonly material: Phrases;
  readonly boxContents: Phrases;
  /** Best-sellers rank. */
  readonly rank: Phrases;
  /** Small words between a rank and its category, on either side of the category. */
  readonly rankAround: Phrases;
  /** What a number of pages is called: `320 pages`. */
  readonly pageCount: Phrases;
  readonly yes: Phrases;
  readonly no: Phrases;
}

/** What stands around customer reviews. */
export interface ReviewWords {
  /** The line that names country and day: `Reviewed in {country} on {date}`. */
  readonly reviewedIn: Phrases;
  /** What can stand before a country's name. */
  readonly articles: Phrases;
  /** Two people as one word, where a language has it: found helpful by. */
  readonly twoPeople: Phrases;
}

/** What the product page says around its facts. */
export interface ProductWords {
  /** The line that names the brand, in its own writing: `Visit the {brand} Store`. */
  readonly brandByline: Phrases;
  /** The label of a binding or a medium in the byline: "Format:". */
  readonly format: Phrases;
  /** Before the place of delivery: "Deliver to". */
  readonly deliverTo: Phrases;
  /** The label of who sells. */
  readonly soldBy: Phrases;
  /** The label of who ships, and the verb in a sentence that names who sells and ships. */
  readonly shipsFrom: Phrases;
  /** The label of the return policy. */
  readonly returns: Phrases;
  /** Said of what is bought again and again. */
  readonly subscription: Phrases;
}

/** What stands on a seller's profile. The labels of its imprint: they end with a colon, which is no part of them. */
export interface SellerWords {
  readonly businessName: Phrases;
  readonly businessType: Phrases;
  readonly tradeRegister: Phrases;
  readonly vat: Phrases;
  readonly phone: Phrases;
  readonly email: Phrases;
  readonly businessAddress: Phrases;
  readonly customerServiceAddress: Phrases;
  readonly representative: Phrases;
  /** Who gave feedback, and when: `By {author} on {date}`. */
  readonly ratedBy: readonly string[];
}

/** Headings of answers that are no page. Such answers seldom tell their language: all languages' are looked for. */
export interface RefusalWords {
  readonly notFound: Phrases;
  /** The site failed. */
  readonly failure: Phrases;
  /** Letters in a picture are to be typed. */
  readonly captcha: Phrases;
  /** A button is to be clicked to go on. */
  readonly interstitial: Phrases;
}

/** One language. */
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
