/** Envelopes for tests: a test sets its own values, the rest is filled in. */
import { randomUUID } from 'node:crypto';
import { type Found, type NotFound, type ResponseMeta, UNLIMITED_CREDITS } from '../contract/envelope.ts';
import type { PageDataByType } from '../contract/generated/endpoints.ts';
import type { ProductData } from '../contract/generated/product.ts';
import type { StorefrontInfoData } from '../contract/generated/seller.ts';
import { isPageType, PAGE_TYPES, type PageType } from '../contract/page-types.ts';
import { ResponseMetaSchema } from '../contract/schemas/envelope.ts';
import { didYouMean } from '../contract/similar.ts';
import { invalidSetting } from '../options/checks.ts';
import { shownValue } from '../options/secrets.ts';
import { membersOf } from '../options/table.ts';
import { assertData } from './answers/assert-data.ts';
import {
  type BestsellerAnswer,
  bestsellerAnswer,
  type CategoryAnswer,
  categoryAnswer,
  type SearchAnswer,
  type StorefrontAnswer,
  searchAnswer,
  storefrontAnswer,
} from './answers/lists.ts';
import { type OffersAnswer, offersAnswer } from './answers/offers.ts';
import { type ReviewsAnswer, reviewsAnswer, sellerAnswer } from './answers/people.ts';
import { productAnswer } from './answers/product.ts';
import { ANY_SUBJECT, filled, type Loose, type Subject } from './answers/subject.ts';

/** The data of each page type, of which a test sets only some members. `undefined` leaves a member out. */
export interface AnswerData {
  /** Data of a product page. */
  product: Loose<ProductData>;
  /** Data of a page of search results. */
  search: SearchAnswer;
  /** Data of a page of offers. */
  offers: OffersAnswer;
  /** Data of a page of a category. */
  category: CategoryAnswer;
  /** Data of a best-seller list. */
  bestseller: BestsellerAnswer;
  /** Data of a seller's product list, or of the store of a brand. */
  storefront: StorefrontAnswer;
  /** Data of a seller's profile. */
  seller: Loose<StorefrontInfoData>;
  /** Data of a page of reviews. */
  reviews: ReviewsAnswer;
}

/** The arguments of an envelope, to build it again for the parameters of a call. */
interface Recipe {
  type: PageType;
  /** `null` if the entity does not exist. */
  given: object | null;
  meta: Partial<ResponseMeta>;
  /** Whether `given` is the whole data. */
  isWhole?: boolean;
}

const BUILDERS: { [Type in PageType]: (given: AnswerData[Type], subject: Subject) => PageDataByType[Type] } = {
  product: productAnswer,
  search: searchAnswer,
  offers: offersAnswer,
  category: categoryAnswer,
  bestseller: bestsellerAnswer,
  storefront: storefrontAnswer,
  seller: sellerAnswer,
  reviews: reviewsAnswer,
};

const recipes = new WeakMap<object, Recipe>();

/**
 * Returns a valid envelope. Its data has the members that you set, and plausible values for the others: ids, positions, counts and lists agree with
 * each other. A fake marketplace completes it with the parameters of the call: `asin`, `keyword`, page number, marketplace, `meta`.
 *
 * @param data Members of the data. `undefined` leaves one out.
 * @param meta Members of `meta`, such as `gaps`.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an unknown page type or member, and for a value of another type
 * @example
 * answer('product', { bb_price: 19.9 }).data.currency; // 'USD'
 * answer('offers', { product_sellers_info: [{ price: 18 }, { price: 17.5 }] }).data.total_offers_count; // 2
 */
function found<Type extends PageType>(
  type: Type,
  data: AnswerData[Type] = {} as AnswerData[Type],
  meta: Partial<ResponseMeta> = {},
): Found<Type, PageDataByType[Type]> {
  assertPageType(type);
  if (typeof data !== 'object' || data === null)
    throw invalidSetting(
      'data',
      undefined,
      `${shownValue(data)} is not valid: expected an object. For a product that does not exist, call answer.notFound.`,
    );
  assertData(type, data, 'data');
  return envelopeOf({ type, given: data, meta: checkedMeta(meta) }) as Found<Type, PageDataByType[Type]>;
}

/** Returns the envelope of an entity that does not exist. */
function notFound<Type extends PageType>(type: Type, meta: Partial<ResponseMeta> = {}): NotFound<Type> {
  assertPageType(type);
  return envelopeOf({ type, given: null, meta: checkedMeta(meta) }) as NotFound<Type>;
}

/** Builds envelopes for tests. */
export const answer: typeof found & { notFound: typeof notFound } = Object.assign(found, { notFound });

/** An envelope of any page type. */
export type AnyAnswer = Found<PageType, PageDataByType[PageType]> | NotFound<PageType>;

/**
 * Returns an envelope of `answer` for a call: its subject, and its `meta` where the test sets none. `undefined` for other envelopes, which a test has
 * written as a whole.
 */
export function answerFor(envelope: object, subject: Subject, meta: ResponseMeta): AnyAnswer | undefined {
  const recipe = recipes.get(envelope);
  return recipe && builtOf(recipe, subject, meta);
}

/** Returns an envelope with exactly this data. A fake completes its `meta`. */
export function wholeAnswer(type: PageType, data: object, meta: Partial<ResponseMeta>): AnyAnswer {
  return envelopeOf({ type, given: data, meta, isWhole: true });
}

function envelopeOf(recipe: Recipe): AnyAnswer {
  const envelope = builtOf(recipe, ANY_SUBJECT, metaOf(`http://localhost:8787/v1/${recipe.type}`));
  recipes.set(envelope, recipe);
  return envelope;
}

/** Returns the `meta` of a response to a call without parameters. */
export function metaOf(request_url: string, requests_consumed = 1): ResponseMeta {
  return {
    marketplace: 'us',
    language: 'en',
    timing_ms: 0,
    request_url,
    timestamp: new Date().toISOString(),
    request_id: randomUUID(),
    usage: { requests_consumed, requests_remaining: UNLIMITED_CREDITS },
  };
}

function builtOf({ type, given, meta: own, isWhole }: Recipe, subject: Subject, meta: ResponseMeta): AnyAnswer {
  const build = BUILDERS[type] as (given: object, subject: Subject) => PageDataByType[PageType];
  const frame = { success: true, page_type: type, meta: filled<ResponseMeta>(meta, own) } as const;
  if (given === null) return { ...frame, found: false, data: null };
  // The marketplace decides the currency.
  const { marketplace } = frame.meta;
  const data = isWhole ? (given as PageDataByType[PageType]) : build(given, { ...subject, marketplace });
  return { ...frame, found: true, data };
}

function checkedMeta(meta: Partial<ResponseMeta>): Partial<ResponseMeta> {
  return membersOf({ name: 'meta', value: meta }, 'meta', ResponseMetaSchema.shape, 'meta.');
}

function assertPageType(type: unknown): asserts type is PageType {
  if (isPageType(type)) return;
  throw invalidSetting('type', type, `is not a page type. ${didYouMean(String(type), PAGE_TYPES)}`);
}
