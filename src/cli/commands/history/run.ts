/** Runs `buybox history`. */

import { extname } from 'node:path';
import type { MarketplaceCode } from '../../../contract/codes.ts';
import type { DurationText } from '../../../contract/marketplace.ts';
import { shown } from '../../../contract/shown.ts';
import { day, percent } from '../../../display/text.ts';
import type { HistoryPoint, HistoryStep, HistorySummary } from '../../../entries/watch.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { durationText } from '../../../options/duration.ts';
import { cellText } from '../../../tables/csv.ts';
import type { Row } from '../../../tables/rows.ts';
import { writeOutput } from '../../files.ts';
import { type Form, type FormFlags, formOf } from '../../flags/output.ts';
import { printShown } from '../../output/print.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { openWatchFile, sellerName } from '../../watched.ts';
import type { Numbers } from './chart.ts';
import { changesOf, historyPage } from './page.ts';

/** The flags of `buybox history`. */
export interface HistoryFlags extends FormFlags {
  field?: string;
  db: string;
  target?: string;
  offer?: string;
  marketplace?: MarketplaceCode;
  currency?: string;
  from?: string;
  to?: string;
  step?: DurationText;
  out?: string;
  import?: string[];
  every?: DurationText;
}

const DAY_MS = 86_400_000;
/** Digits of an average. */
const DIGITS = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false });

/** Prints the history of a field, or writes it to a file. @throws BadRequestError for a file that does not exist, and for a product that it does not have */
export async function printHistory(asin: string | undefined, flags: HistoryFlags, terminal: Terminal): Promise<void> {
  const { db, field = 'bb_price', target, offer, marketplace, currency, from, to, step, out } = flags;
  if (out !== undefined && extname(out).toLowerCase() !== '.html')
    throw wrongParameter(
      'out',
      `${shown(out)} is not valid: expected a name that ends with .html, .csv or .parquet. Other forms are printed: --json, --ndjson.`,
    );
  await using store = openWatchFile(db);
  const query = { asin: asin?.toUpperCase(), target, offer, marketplace, currency, from, to };
  const values: readonly (HistoryPoint | HistoryStep)[] =
    step === undefined ? await store.history({ ...query, field }) : await store.history({ ...query, field, step });
  const summary = await store.summary(query);
  const rows = values.map(({ at, ...value }): Row => ({ at: new Date(at).toISOString(), ...value }));
  const title = [asin ?? target, field].filter((part) => part !== undefined).join(' ');
  const unit = /(?:price|amount)$/.test(field) ? (currency ?? summary?.prices[0]?.currency) : undefined;
  const numbers = numbersOf(values, summary?.last_at, unit);
  if (out !== undefined) {
    const changes = await changesOf(store, query);
    const page = { title, rows, cell: shownCell, numbers, summary, changes, db, madeAt: Date.now() };
    await writeOutput('out', out, await historyPage(page));
  } else printRows(rows, formOf(flags, terminal), terminal);
  if (summary === undefined) return;
  // Data in a pipe stays data.
  const print = terminal.isInteractive && out === undefined ? terminal.out : terminal.note;
  for (const line of summaryLines(summary)) print(line);
}

function printRows(rows: readonly Row[], form: Form, terminal: Terminal): void {
  if (rows.length === 0) terminal.note('No values are known.');
  if (rows.length === 0 && form !== 'json') return;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shownRow = (row: Row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, shownCell(cell)]));
  printShown(form === 'table' ? rows.map(shownRow) : rows, names, { form, fields: undefined }, terminal);
}

function shownCell(value: unknown): string {
  return value === null ? 'none' : typeof value === 'number' ? DIGITS.format(value) : cellText(value);
}

/** The numbers of a chart, if there are any: `true` is 1, and "there is none" is a gap. */
function numbersOf(
  values: readonly (HistoryPoint | HistoryStep)[],
  until: number | undefined,
  unit: string | undefined,
): Numbers | undefined {
  const points = values.map((value) => {
    const known = 'value' in value ? value.value : (value.average ?? value.last);
    const isNumber = typeof known === 'number' || typeof known === 'boolean';
    return { at: value.at, value: isNumber ? Number(known) : undefined };
  });
  if (points.every(({ value }) => value === undefined)) return undefined;
  return { points, until: Math.max(until ?? 0, (points.at(-1)?.at ?? 0) + 1), unit };
}

function summaryLines({ first_at, last_at, looks, watched_ms, prices, in_stock, sellers }: HistorySummary): string[] {
  const stock = in_stock === undefined ? '' : `, in stock ${percent(in_stock, 1)} of the time`;
  // One look has a seller, and no time.
  const shares = sellers.map(
    ({ seller, share }) => `${sellerName(seller)}${watched_ms === 0 ? '' : ` ${percent(share, 1)}`}`,
  );
  return [
    ...prices.map(
      ({ currency = '', lowest, highest, average }) =>
        `price: lowest ${DIGITS.format(lowest.value)} (${day(lowest.at)}), highest ${DIGITS.format(highest.value)} (${day(highest.at)}), average ${DIGITS.format(average)} ${currency}`,
    ),
    `looks: ${looks} from ${day(first_at)} to ${day(last_at)}, watched for ${watched_ms < DAY_MS ? durationText(watched_ms) : `${DIGITS.format(watched_ms / DAY_MS)} days`}${stock}`,
    ...(shares.length === 0 ? [] : [`Buy Box: ${shares.join(', ')}`]),
  ];
}
