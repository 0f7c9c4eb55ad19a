/** The file of a watch, and its changes and events as text. */
import { existsSync } from 'node:fs';
import { type ShareRow, shareBars } from '../display/bars.ts';
import { foreignText, type Html } from '../display/html.ts';
import { counted, HOUR, minuteTime, oneLine } from '../display/text.ts';
import { type HistoryStore, type HistorySummary, sqliteWatchStore } from '../entries/watch.ts';
import { wrongParameter } from '../options/checks.ts';
import { durationText } from '../options/duration.ts';
import type { WatchEvent } from '../watch/run/watch-types.ts';
import type { Change, SellerName } from '../watch/types.ts';
import { closing } from './files.ts';
import { plain, styled } from './output/text.ts';
import { describeError, reasonOf } from './terminal/exit.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Opens a file, also while a watch runs on it, and writes nothing. @throws BadRequestError for a file that does not exist or is not that of a watch */
export function openWatchFile(db: string): HistoryStore & AsyncDisposable {
  if (existsSync(db)) return closing(sqliteWatchStore(db, { readOnly: true }));
  const why = `${db} does not exist. Name the file of a watch with --db; \`buybox watch\` creates one.`;
  throw wrongParameter('db', why);
}

/** Characters of a value. */
const LONGEST_VALUE = 60;

/** Returns a change as a line for a terminal: `2026-11-23 20:05  price_changed  B0LANTERN1 us  24.99 -> 19.99 USD`. */
export function changeLine(change: Change, hasColors: boolean): string {
  const [time, type, where, values] = changeCells(change);
  return [time, styled('bold', type.padEnd(17), hasColors), where, values].join('  ');
}

/** Returns the parts of the line. */
export function changeCells(change: Change): [time: string, type: string, where: string, values: string] {
  const { at, type, target, asin, field, before, after, currency, limit } = change;
  const { marketplace } = target.params;
  const where = asin === undefined || target.id.includes(asin) ? target.id : `${asin} in ${target.id}`;
  const values = `${shownValue(before)} -> ${shownValue(after)}${currency === undefined ? '' : ` ${currency}`}`;
  const own = limit === undefined ? values : `${values} (below ${limit})`;
  return [
    minuteTime(Date.parse(at)),
    type,
    plain(target.id.includes(`:${String(marketplace)}`) ? where : `${where} ${String(marketplace)}`),
    ['content_changed', 'seller_changed', 'rank_changed'].includes(type) ? `${field}  ${own}` : own,
  ];
}

/** Returns the name of a seller. */
export function sellerName(seller: SellerName | null): string {
  return seller === null ? 'none' : (seller.name ?? seller.id ?? 'the marketplace');
}

/** Sellers with a bar. */
const MOST_BARS = 12;

/** Returns bars of the time in which sellers had the Buy Box, in hours; nothing if none had it for some time. */
export function sellerBars(sellers: HistorySummary['sellers']): Html | undefined {
  const rows = sellers.slice(0, MOST_BARS).flatMap(({ seller, share, ms }): ShareRow[] => {
    if (ms === 0) return [];
    const [name, color] = [foreignText(sellerName(seller), 44), seller === null ? 'grey' : 'blue'] as const;
    return [{ name, count: ms / HOUR, of: ms / share / HOUR, color }];
  });
  return rows.length === 0 ? undefined : shareBars('Time of the Buy Box by seller', rows);
}

function shownValue(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value !== 'object') return oneLine(String(value), LONGEST_VALUE);
  if (Array.isArray(value)) return `${value.length} entries`;
  const { seller, id, name, price } = value as { seller?: unknown; id?: unknown; name?: unknown; price?: unknown };
  if (seller !== undefined) return [shownValue(seller), price].filter((part) => part !== undefined).join(' ');
  if (id !== undefined) return oneLine(String(name ?? id ?? 'the marketplace'), LONGEST_VALUE);
  return oneLine(JSON.stringify(value), LONGEST_VALUE);
}

/** Prints a note for an event that a user should know of. */
export function noteEvent(event: WatchEvent, terminal: Pick<Terminal, 'note'>): void {
  const note = noteOf(event);
  if (note !== undefined) terminal.note(note);
}

function noteOf(event: WatchEvent): string | undefined {
  switch (event.type) {
    case 'doubtful':
      return `doubtful: ${event.target}: ${event.reason}. Looks again at ${minuteTime(event.next_at)} UTC`;
    case 'failed':
      return `failed: ${event.target}: ${reasonOf(event.error)} Looks again at ${minuteTime(event.next_at)} UTC`;
    case 'waiting': {
      const { credits, per } = event.budget;
      return `budget: ${credits}/${per} is used up; looks wait ${event.until === undefined ? 'for a larger one' : `until ${minuteTime(event.until)} UTC`}`;
    }
    case 'paused':
      return `paused: ${durationText(event.wait_ms)}: ${reasonOf(event.error)}`;
    case 'resumed':
      return 'resumed: looks go on';
    case 'dropped':
      return `dropped: ${counted(event.targets.length, 'target')} of the database not in the list: no longer watched, the history stays`;
    case 'undelivered':
      return `undelivered: ${reasonOf(event.error)} Change ${event.change.id} goes to ${event.receiver} again in ${durationText(event.wait_ms)}`;
    case 'refused':
      return `refused: ${event.receiver}: ${event.change.id}: ${event.reason}`;
    case 'error':
      return describeError(event.error);
    default:
      return undefined;
  }
}
