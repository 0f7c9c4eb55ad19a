/** The table of a seller's feedback: a column for each period, rows for positive, neutral, negative and the count. Seen 2015 to 2021. */
import type { FeedbackPeriod } from '../../contract/data/seller.ts';
import type { Page, PageBlock } from '../page.ts';
import type { PeriodName } from './periods.ts';

const COLUMNS: readonly PeriodName[] = ['days_30', 'days_90', 'months_12', 'lifetime'];
/** The numbers in the headings of the first three columns, in any language. */
const NUMBERS: readonly (readonly number[])[] = [
  [30, 1],
  [90, 3],
  [12, 365],
];

/** Returns the feedback of each period. Empty for a page without the table, or with a table of another form. */
export function feedbackTable(page: Page): Partial<Record<PeriodName, FeedbackPeriod>> {
  const known = page.at('feedback-summary-table');
  const tables = known.exists ? known.all() : page.tables.all();
  for (const table of tables) {
    const periods = table.has('table') ? undefined : periodsOf(table);
    if (periods !== undefined) return periods;
  }
  return {};
}

function periodsOf(table: PageBlock): Partial<Record<PeriodName, FeedbackPeriod>> | undefined {
  const [heading, ...rows] = table.all('tr').map(cellsOf);
  const { locale } = table;
  if (
    heading === undefined ||
    !NUMBERS.every((known, at) => locale.counts(heading[at]).some((one) => known.includes(one)))
  )
    return undefined;
  const shares = rows.filter((row) => row.some((cell) => locale.percent(cell) !== undefined));
  const counts = rows.find((row) => !shares.includes(row));
  const share = (row: number, at: number) => locale.percent(shares[row]?.[at]);
  return Object.fromEntries(
    COLUMNS.map((name, at) => [name, periodOf([share(0, at), share(1, at), share(2, at)], locale.count(counts?.[at]))]),
  );
}

/** The cells of the four periods: a row can have a cell for its label before them. */
function cellsOf(row: PageBlock): string[] {
  return row
    .children()
    .all()
    .map((cell) => cell.text() ?? '')
    .slice(-COLUMNS.length);
}

/** Rounded shares add up to 97 to 103. Others are in another order, or of another table. */
function periodOf(
  [positive, neutral, negative]: [number | undefined, number | undefined, number | undefined],
  count: number | undefined,
): FeedbackPeriod {
  const counted = count === undefined ? {} : { count };
  if (positive === undefined || neutral === undefined || negative === undefined) return counted;
  const sum = positive + neutral + negative;
  if (sum < 97 || sum > 103) return counted;
  return { positive_percent: positive, neutral_percent: neutral, negative_percent: negative, ...counted };
}
