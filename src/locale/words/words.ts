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
  /** Not there now, but can be ordered. */
  readonly backorder: Phrases;
  /** Not out yet, but can be ordered. */
  readonly preorder: Phrases;
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
}
