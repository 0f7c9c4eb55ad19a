/** A seller's feedback: in four periods, from JSON, from a table and from text, and the latest comments. */
import type { FeedbackPeriod, StorefrontInfoData } from '../../contract/data/seller.ts';
import type { RatingHistogram } from '../../contract/data/shared.ts';
import { isRecord } from '../../contract/json.ts';
import { plainNumber, readTemplate } from '../../locale/index.ts';
import { type FieldTable, firstValue, readEach, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { present } from '../parts/present.ts';
import { histogramOfShares } from '../reviews/histogram.ts';

/** The names of each period in the JSON and in the ids of the elements. */
const PERIODS = {
  days_30: { state: 'oneMonthRatingsData', ids: ['thirty'] },
  days_90: { state: 'threeMonthRatingsData', ids: ['ninety', '90'] },
  months_12: { state: 'twelveMonthRatingsData', ids: ['year', '365d'] },
  lifetime: { state: 'lifetimeRatingsData', ids: ['lifetime'] },
} as const;

/** The name of a period. */
export type PeriodName = keyof typeof PERIODS;

/** The share of each star rating, and the number of ratings. */
interface Stars {
  shares: RatingHistogram;
  count: number;
  /** The number of ratings with each number of stars. Not on every page. */
  counts: RatingHistogram | undefined;
}

/** Returns the feedback of a period. `undefined` if the page has none. */
export function periodOf(page: Page, name: PeriodName): FeedbackPeriod | undefined {
  const stars = starsOf(page, name);
  const count = stars?.count ?? shownCount(page, name);
  const rating = shownRating(page, name) ?? (stars && meanOf(stars));
  const table = stars === undefined ? page.once(feedbackTable)[name] : undefined;
  const period = { ...table, ...present({ rating, ...(stars?.count ? sharesOf(stars) : {}), count }) };
  return Object.keys(period).length === 0 ? undefined : period;
}

/** Returns the share of each star rating in the last twelve months, else of all time. */
export function histogramOf(page: Page): RatingHistogram | undefined {
  const rated = firstValue<PeriodName, Stars>(['months_12', 'lifetime'], (name) => {
    const stars = starsOf(page, name);
    return stars?.count === 0 ? undefined : stars;
  });
  return rated?.shares ?? shownShares(page);
}

/** One star first. */
const SHARE_IDS = ['percentOneStar', 'percentTwoStar', 'percentThreeStar', 'percentFourStar', 'percentFiveStar'];

/** Reads the elements of the period that the page shows first. They are all 0 until a script fills them. */
function shownShares(page: Page): RatingHistogram | undefined {
  const shares = fiveOf((star) => page.locale.percent(page.at(SHARE_IDS[star - 1] ?? '').text()));
  return shares !== undefined && Object.values(shares).some((share) => share > 0) ? shares : undefined;
}

/** Four and five stars are positive, three are neutral, one and two negative. */
function sharesOf({ shares, counts, count }: Stars): FeedbackPeriod {
  const share = (...stars: (keyof RatingHistogram)[]) => {
    const sum = (of: RatingHistogram) => stars.reduce((total, star) => total + of[star], 0);
    return counts === undefined ? Math.min(sum(shares), 100) : Math.round((100 * sum(counts)) / count);
  };
  return { positive_percent: share('4', '5'), neutral_percent: share('3'), negative_percent: share('1', '2') };
}

function meanOf({ counts, count }: Stars): number | undefined {
  if (counts === undefined || count === 0) return undefined;
  const sum = counts['1'] + 2 * counts['2'] + 3 * counts['3'] + 4 * counts['4'] + 5 * counts['5'];
  return Math.round((10 * sum) / count) / 10;
}

/** `{ ratingCount, star1 … star5, star1Count … star5Count }`. */
function starsOf(page: Page, name: PeriodName): Stars | undefined {
  const state = page.state(PERIODS[name].state);
  const number = (key: string) => (isRecord(state) ? numberOf(state[key]) : undefined);
  const shares = fiveOf((star) => number(`star${star}`));
  const count = number('ratingCount');
  if (shares === undefined || count === undefined) return undefined;
  return { shares, count, counts: fiveOf((star) => number(`star${star}Count`)) };
}

const fiveOf = (of: (star: number) => number | undefined): RatingHistogram | undefined =>
  histogramOfShares([5, 4, 3, 2, 1].map(of));

const numberOf = (value: unknown): number | undefined =>
  plainNumber(typeof value === 'string' ? value.replace(/[,%]/g, '') : value);

const shownRating = (page: Page, name: PeriodName): number | undefined =>
  firstValue<string, number>(PERIODS[name].ids, (id) => {
    const text = page.at(`effective-timeperiod-rating-${id}-description`).fullText();
    return page.locale.rating(text ?? page.at(`rating-${id}`).fullText('.ratings-reviews'));
  });

const shownCount = (page: Page, name: PeriodName): number | undefined =>
  firstValue<string, number>(PERIODS[name].ids, (id) => {
    const shown = page.at(`rating-${id}-num`);
    const text = shown.fullText('.ratings-reviews-count') ?? page.at(`rating-${id}`).fullText('.ratings-reviews-count');
    return page.locale.count(text ?? shown.fullText());
  });

/** The periods, in the order of the columns of a table. */
export const PERIOD_NAMES: readonly PeriodName[] = ['days_30', 'days_90', 'months_12', 'lifetime'];
/** The numbers in the headings of the first three columns, in any language. */
const NUMBERS: readonly (readonly number[])[] = [
  [30, 1],
  [90, 3],
  [12, 365],
];

/** Returns the feedback of each period from the table with a column for each: Seen 2015 to 2021. Empty for a page without the table, or with a table of another form. */
function feedbackTable(page: Page): Partial<Record<PeriodName, FeedbackPeriod>> {
  const known = page.at('feedback-summary-table');
  const tables = known.exists ? known.all() : page.tables.all();
  return firstValue(tables, (table) => (table.has('table') ? undefined : periodsOf(table))) ?? {};
}

function periodsOf(table: PageBlock): Partial<Record<PeriodName, FeedbackPeriod>> | undefined {
  const [heading = [], ...rows] = table.all('tr').map(cellsOf);
  const { locale } = table;
  if (!NUMBERS.every((known, at) => locale.counts(heading[at]).some((one) => known.includes(one)))) return undefined;
  const shares = rows.filter((row) => row.some((cell) => locale.percent(cell) !== undefined));
  const counts = rows.find((row) => !shares.includes(row));
  const share = (row: number, at: number) => locale.percent(shares[row]?.[at]);
  return Object.fromEntries(
    PERIOD_NAMES.map((name, at) => [
      name,
      columnOf([share(0, at), share(1, at), share(2, at)], locale.count(counts?.[at])),
    ]),
  );
}

/** The cells of the four periods: a row can have a cell for its label before them. */
function cellsOf(row: PageBlock): string[] {
  const cells = row.children().all().slice(-PERIOD_NAMES.length);
  return cells.map((cell) => cell.text() ?? '');
}

/** Rounded shares add up to 97 to 103. Others are in another order, or of another table. */
function columnOf(
  [positive, neutral, negative]: [number | undefined, number | undefined, number | undefined],
  count: number | undefined,
): FeedbackPeriod {
  const counted = present({ count });
  if (positive === undefined || neutral === undefined || negative === undefined) return counted;
  const sum = positive + neutral + negative;
  if (sum < 97 || sum > 103) return counted;
  return { positive_percent: positive, neutral_percent: neutral, negative_percent: negative, ...counted };
}

type RecentFeedback = NonNullable<StorefrontInfoData['recent_feedback']>[number];

const feedbackFields: FieldTable<RecentFeedback, PageBlock> = {
  rating: (row) => row.locale.rating(row.fullText('.a-icon-alt')),
  text: (row) =>
    row.text('.expandable-expanded-text', '[id$="-expanded"]', '.a-text-quote', '[id$="-text"]', '.feedback-text'),
  author: (row) => row.once(rater).author,
  date: (row) => row.locale.date(row.once(rater).date ?? row.text('.feedback-rater')),
};

/** Returns the feedback in the order of the page, without the template row for feedback that is loaded later. */
export function recentFeedbackOf(page: Page): RecentFeedback[] | undefined {
  const rows = page.at('page-section-feedback').entries('.feedback-row');
  const shown = rows.filter((row) => !row.filter(HIDDEN).exists && row.text()?.includes('template-') === false);
  return someOf(readEach(feedbackFields, shown));
}

/** A template is hidden until a script fills it. */
const HIDDEN = '.aok-hidden, .a-hidden, [hidden], [style*="display:none"], [style*="display: none"], [id*="template"]';

/** "By Jane on March 3, 2024." */
const rater = (row: PageBlock) => readTemplate(row.text('.feedback-rater'), row.locale.words.seller.ratedBy);
