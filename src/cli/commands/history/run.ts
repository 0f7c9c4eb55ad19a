/** Runs `buybox history`. */

import { extname } from 'node:path';
import type { MarketplaceCode } from '../../../contract/codes.ts';
import type { DurationText } from '../../../contract/marketplace.ts';
import { safeJson } from '../../../contract/safe-text.ts';
import { shown } from '../../../contract/shown.ts';
import { day, percent } from '../../../display/text.ts';
import type { HistoryPoint, HistoryStep, HistorySummary } from '../../../entries/watch.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { durationText } from '../../../options/duration.ts';
import { cellText, csvLine } from '../../../tables/csv.ts';
import type { HistoryFieldName } from '../../../watch/history/fields.ts';
import { writeOutput } from '../../files.ts';
import { type Form, type FormFlags, formOf } from '../../flags/output.ts';
import { tableLines } from '../../output/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { openWatchFile, sellerName } from '../../watched.ts';
import { historySvg, type Numbers, sparkline } from './chart.ts';
import { changesOf, historyPage } from './page.ts';

/** The flags of `buybox history`. */
export interface HistoryFlags extends FormFlags {
  field?: HistoryFieldName;
  db: string;
  target?: string;
  offer?: string;
  marketplace?: MarketplaceCode;
  currency?: string;
  from?: string;
  to?: string;
  step?: DurationText;
  chart?: boolean;
  out?: string;
  import?: string[];
  every?: DurationText;
}

/** The endings of files. */
const FORMS = ['svg', 'html', 'csv', 'json', 'ndjson'] as const;
const DAY_MS = 86_400_000;
/** Digits of an average. */
const DIGITS = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false });

type Row = Readonly<Record<string, unknown>>;

/** Prints the history of a field, or writes it to a file. @throws BadRequestError for a file that does not exist, and for a product that it does not have */
export async function printHistory(asin: string | undefined, flags: HistoryFlags, terminal: Terminal): Promise<void> {
  const { db, field = 'bb_price', target, offer, marketplace, currency, from, to, step, out, chart } = flags;
  const form = FORMS.find((name) => extname(out ?? '').toLowerCase() === `.${name}`);
  if (out !== undefined && form === undefined)
    throw wrongParameter(
      'out',
      `${shown(out)} is not valid: expected a name that ends with .svg, .html, .csv, .parquet, .json or .ndjson.`,
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
  const drawn = () => {
    if (numbers !== undefined) return numbers;
    const why = `${field} has no numbers to draw in this period. Leave out the chart, or choose another field.`;
    throw wrongParameter('field', why);
  };
  const content = async () => {
    if (form === 'svg') return (await historySvg(title, drawn())).toString();
    if (form !== 'html') return `${textOf(rows, form ?? 'json', terminal)}\n`;
    const changes = await changesOf(store, query);
    return historyPage({ title, rows, cell: shownCell, numbers, summary, changes, db });
  };
  if (out !== undefined) await writeOutput('out', out, await content());
  else if (chart) for (const line of sparkline(drawn(), terminal.columns)) terminal.out(line);
  else printRows(rows, formOf(flags, terminal), terminal);
  if (summary === undefined) return;
  // Data in a pipe stays data.
  const print = terminal.isInteractive && out === undefined ? terminal.out : terminal.note;
  for (const line of summaryLines(summary)) print(line);
}

function printRows(rows: readonly Row[], form: Form, terminal: Terminal): void {
  if (rows.length === 0) terminal.note('No values are known.');
  if (rows.length > 0 || form === 'json')
    terminal.out(textOf(rows, form, terminal), form.endsWith('json') ? 'json' : form === 'table' ? 'styled' : 'text');
}

function textOf(rows: readonly Row[], form: Form, terminal: Terminal): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (form === 'json') return safeJson(JSON.stringify(rows, null, 2));
  if (form === 'ndjson') return rows.map((row) => safeJson(JSON.stringify(row))).join('\n');
  if (form === 'csv') return [names, ...rows.map((row) => names.map((name) => row[name]))].map(csvLine).join('\r\n');
  const columns = names.map((name) => ({ label: name, cell: (row: Row) => shownCell(row[name]) }));
  return tableLines(rows, columns, terminal).join('\n');
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
