/** The history of what a watch saw. */
import type { MarketplaceCode } from '../../contract/codes.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import type { Values } from '../look.ts';
import { type ExportSource, exportRows } from './export.ts';
import { type HistoryField, type HistoryFieldName, historyField } from './fields.ts';
import {
  type Average,
  averageOf,
  changePoints,
  durationOf,
  type Extreme,
  extremeOf,
  type HistoryPoint,
  type HistoryStep,
  inCurrency,
  numberSpans,
  type SellerShare,
  sellerShares,
  stepsOf,
} from './measures.ts';
import {
  entrySpans,
  invalidParameter,
  type Period,
  pointRowsOf,
  type Span,
  type StoredPoint,
  spansOf,
} from './points.ts';
import { lengthOf, timeOf } from './times.ts';

/** Whose history, and when. */
export interface HistoryOf {
  /** Id of the target. Not needed if one target only watches the product. */
  target?: string | undefined;
  /** The product. With the `target` of a list or a search: the entry. */
  asin?: string | undefined;
  /** Of a target for offers: the key of the offer. */
  offer?: string | undefined;
  /** Marketplace of the product. @default any, if the product is watched on one only */
  marketplace?: MarketplaceCode | undefined;
  /** From this time on: milliseconds since the epoch, a date, or ISO 8601. @default the first look */
  from?: number | Date | string | undefined;
  /** Before this time. @default the last look */
  to?: number | Date | string | undefined;
}

/** Which values of a field. */
export interface FieldHistoryOf extends HistoryOf {
  /** The field, as in the data of pages: `bb_price`, `seller`, `shallow_parts.price`. */
  field: HistoryFieldName;
  /** Only amounts in this currency [ISO 4217]. Needed for numbers over amounts in several ones. @default all */
  currency?: string | undefined;
}

/** Which steps. */
export interface StepHistoryOf extends FieldHistoryOf {
  /** Length of a step: milliseconds (60,000 or more), or a number and `m`, `h` or `d`, such as `1d`. */
  step: number | string;
}

/** Which observations. */
export interface ObservationsOf extends HistoryOf {
  /** Whether to return the envelopes. @default false */
  envelopes?: boolean | undefined;
}

/** Which rows to export. */
export interface ExportOf extends Pick<HistoryOf, 'target' | 'marketplace' | 'from' | 'to'> {
  /** The product: also as an entry of lists and searches. @default all */
  asin?: string | undefined;
}

/** Equal looks at a target, or at an entry of a list, or at an offer. */
export interface StoredObservation {
  /** First look [milliseconds since the epoch]. */
  first_at: number;
  /** Last look [milliseconds since the epoch]. */
  last_at: number;
  /** Number of looks. */
  looks: number;
  /** Whether the marketplace knew it. Of entries and offers: whether they were there. */
  found: boolean;
  /** The values. */
  values: Values;
  /** The envelopes of the first look, one for each page. Empty if the store does not have them. */
  envelopes?: readonly AnyEnvelope[];
}

/** A product in short. Members are absent if nothing is known. */
export interface HistorySummary {
  /** First look in the period [milliseconds since the epoch]. */
  first_at: number;
  /** Last look in the period [milliseconds since the epoch]. */
  last_at: number;
  /** Number of looks, of all rows that begin before the end of the period. */
  looks: number;
  /** Watched time [milliseconds]. */
  watched_ms: number;
  /** Prices of the featured offer, for each currency. */
  prices: readonly { currency?: string; lowest: Extreme; highest: Extreme; average: number; last: number }[];
  /** Share of the watched time in which it was in stock [0 to 1]. */
  in_stock?: number;
  /** Sellers of the featured offer. */
  sellers: readonly SellerShare[];
}

/**
 * The history of a watch. Time counts as watched between two looks, unless they are further apart than three intervals of the target. Unknown values do
 * not count. Methods throw `BadRequestError` `INVALID_PARAMETER` for a field without a history, a time that is not valid, an unknown target, several
 * targets that match, and numbers over amounts in several currencies.
 */
export interface WatchHistory {
  /** Returns a value for each step in which it was known. */
  history(query: StepHistoryOf): Promise<HistoryStep[]>;
  /** Returns each value and when it was first seen. */
  history(query: FieldHistoryOf): Promise<HistoryPoint[]>;
  /** Returns the lowest number, and when it was first seen. */
  lowest(query: FieldHistoryOf): Promise<Extreme | undefined>;
  /** Returns the highest number, and when it was first seen. */
  highest(query: FieldHistoryOf): Promise<Extreme | undefined>;
  /** Returns the average, weighted by watched time. */
  average(query: FieldHistoryOf): Promise<Average | undefined>;
  /** Returns the share of the watched time in which the product was in stock [0 to 1]. `undefined` if nothing is known. */
  timeInStock(query: HistoryOf): Promise<number | undefined>;
  /** Returns the share of the watched time in which each seller had the Buy Box, the largest first. */
  buyBoxShare(query: HistoryOf): Promise<SellerShare[]>;
  /** Returns what looks saw, equal looks together, in the order of time. */
  observations(query: ObservationsOf): AsyncIterable<StoredObservation>;
  /**
   * Writes all that looks saw into a table, CSV or Parquet by the ending of the file's name: a row for equal looks at a target, at an entry of a list or
   * at an offer. Returns the number of rows. An existing file is replaced when the new one is complete. Parquet needs the package `hyparquet-writer`.
   * Besides the errors of all methods, it throws `BadRequestError` for another ending, and for a file that cannot be written.
   */
  export(path: string, query?: ExportOf): Promise<number>;
  /** Returns a product in short. `undefined` if it was not looked at in the period. */
  summary(query: HistoryOf): Promise<HistorySummary | undefined>;
}

/** A target whose history is asked for. */
export interface HistoryTarget {
  no: number;
  id: string;
}

/** What a store returns for histories. */
export interface HistorySource extends ExportSource {
  /** Returns targets with this id, or of this endpoint, product and marketplace, also removed ones. */
  find(query: { id?: string; endpoint?: string; asin?: string; marketplace?: string }): Promise<HistoryTarget[]>;
  /** Returns observations of an item that begin from a time on, and before another one, with the one before if it lasts until then. */
  observations(
    target: number,
    item: string,
    period: { from: number; to: number },
    options: { envelopes: boolean; limit: number },
  ): Promise<readonly StoredObservation[]>;
  /** Returns the rows of an item within a period, with the row before and the one after it, in the order of time. */
  rows(
    target: number,
    item: string,
    columns: readonly string[],
    from: number,
    to: number,
  ): Promise<readonly StoredPoint[]>;
}

/** Observations that are read at once. */
const CHUNK = 200;
/** Ids in a message. */
const SHOWN_TARGETS = 5;

/** Histories over any store. */
export class SourceHistory implements WatchHistory {
  readonly #source: HistorySource;

  constructor(source: HistorySource) {
    this.#source = source;
  }

  history(query: StepHistoryOf): Promise<HistoryStep[]>;
  history(query: FieldHistoryOf): Promise<HistoryPoint[]>;
  async history(query: FieldHistoryOf & { step?: number | string }): Promise<HistoryStep[] | HistoryPoint[]> {
    const step = query.step === undefined ? undefined : lengthOf('step', query.step);
    const field = historyField(query.field);
    const spans = inCurrency(await this.spans(query, field), query.currency);
    if (step === undefined) return changePoints(spans);
    if (field.kind === 'amount') numberSpans(spans, query.currency);
    return stepsOf(spans, step);
  }

  async lowest(query: FieldHistoryOf): Promise<Extreme | undefined> {
    return extremeOf(await this.numbers(query), 1);
  }

  async highest(query: FieldHistoryOf): Promise<Extreme | undefined> {
    return extremeOf(await this.numbers(query), -1);
  }

  async average(query: FieldHistoryOf): Promise<Average | undefined> {
    return averageOf(await this.numbers(query));
  }

  async timeInStock(query: HistoryOf): Promise<number | undefined> {
    return shareOf(await this.spans(query, historyField('in_stock')));
  }

  async buyBoxShare(query: HistoryOf): Promise<SellerShare[]> {
    return sellerShares(await this.spans(query, historyField('seller')));
  }

  async *observations({ envelopes = false, ...query }: ObservationsOf): AsyncGenerator<StoredObservation> {
    const period = periodOf(query);
    const item = query.offer ?? (query.target === undefined ? undefined : query.asin) ?? '';
    const of = query.offer === undefined ? 'target' : 'offer';
    const { no } = await this.targetOf(query, of);
    while (true) {
      const chunk = await this.#source.observations(no, item, period, { envelopes, limit: CHUNK });
      yield* chunk;
      const end = chunk.at(-1);
      if (end === undefined || chunk.length < CHUNK) return;
      period.from = end.last_at + 1;
    }
  }

  async export(path: string, query: ExportOf = {}): Promise<number> {
    return exportRows(path, query, periodOf(query), this.#source);
  }

  async summary(query: HistoryOf): Promise<HistorySummary | undefined> {
    const period = periodOf(query);
    const { no } = await this.targetOf(query, 'target');
    const fields = (['found', 'bb_price', 'in_stock', 'seller'] as const).map(historyField);
    const names = fields.map(({ column }) => column);
    const rows = await this.#source.rows(no, '', names, period.from, period.to);
    const [seen = [], prices = [], stock = [], sellers = []] = fields.map((field) =>
      spansOf(pointRowsOf(rows, field.column), field, period),
    );
    const [start, end] = [seen[0], seen.at(-1)];
    if (start === undefined || end === undefined) return undefined;
    const share = shareOf(stock);
    return {
      first_at: start.from,
      last_at: end.to,
      looks: rows.filter((row) => row.first_at < period.to).reduce((sum, row) => sum + row.looks, 0),
      watched_ms: durationOf(seen),
      prices: pricesOf(prices),
      ...(share !== undefined && { in_stock: share }),
      sellers: sellerShares(sellers),
    };
  }

  private async numbers(query: FieldHistoryOf) {
    const field = historyField(query.field);
    if (field.kind !== 'amount' && field.kind !== 'number')
      throw invalidParameter('field', query.field, 'is not a number: expected a field such as "bb_price" or "bsr".');
    return numberSpans(await this.spans(query, field), query.currency);
  }

  private async spans(query: HistoryOf, field: HistoryField): Promise<Span[]> {
    const { rows, period, list } = await this.rows(query, field);
    return list === undefined ? spansOf(rows, field, period) : entrySpans(rows, list, field, period);
  }

  private async rows(query: HistoryOf, field: HistoryField) {
    const period = periodOf(query);
    const { no } = await this.targetOf(query, field.of);
    const read = async (item: string, column: string) =>
      pointRowsOf(await this.#source.rows(no, item, [column], period.from, period.to), column);
    if (field.of === 'target') return { period, rows: await read('', field.column), list: undefined };
    const name = field.of === 'entry' ? 'asin' : 'offer';
    const item = query[name];
    if (item === undefined)
      throw invalidParameter(
        name,
        undefined,
        `missing: expected the ${field.of} of the history. The column "${name}" of an exported table has them.`,
      );
    return { period, rows: await read(item, field.column), list: await read('', 'found') };
  }

  private async targetOf(query: HistoryOf, of: HistoryField['of']): Promise<HistoryTarget> {
    const { target, asin } = query;
    if (target === undefined && (asin === undefined || of === 'entry')) {
      const why = of === 'entry' ? 'the id of the list or the search' : 'the id of a target, or "asin"';
      throw invalidParameter('target', undefined, `missing: expected ${why}. ${await this.knownTargets()}`);
    }
    const found = await this.candidates(query, of);
    const [one, second] = found;
    const [name, value] = target === undefined ? (['asin', asin] as const) : (['target', target] as const);
    if (one === undefined) {
      const why = 'is not in this store: expected one that was watched.';
      throw invalidParameter(name, value, `${why} ${await this.knownTargets()}`);
    }
    if (second === undefined) return one;
    const ids = found.map(({ id }) => JSON.stringify(id)).join(', ');
    throw invalidParameter(name, value, `is watched by several targets: expected one of ${ids} as "target".`);
  }

  /** A product that is watched only by its offers has its Buy Box there. */
  private async candidates({ target, asin, marketplace }: HistoryOf, of: HistoryField['of']): Promise<HistoryTarget[]> {
    if (target !== undefined) return this.#source.find({ id: target });
    const product = { ...(asin !== undefined && { asin }), ...(marketplace !== undefined && { marketplace }) };
    const found = of === 'offer' ? [] : await this.#source.find({ endpoint: 'product', ...product });
    return found.length > 0 ? found : this.#source.find({ endpoint: 'offers', ...product });
  }

  /** For messages: ids are not easily guessed. */
  private async knownTargets(): Promise<string> {
    const ids = (await this.#source.targetsBehind('', undefined, SHOWN_TARGETS + 1)).map(({ id }) =>
      JSON.stringify(id),
    );
    if (ids.length === 0) return 'The store has no targets: check the file.';
    const more = ids.length > SHOWN_TARGETS ? ' and more' : '';
    return `Targets of the store: ${ids.slice(0, SHOWN_TARGETS).join(', ')}${more}.`;
  }
}

/** Returns the period of a query. @throws BadRequestError `INVALID_PARAMETER` */
export function periodOf({ from, to }: Pick<HistoryOf, 'from' | 'to'>): Period {
  const period = { from: timeOf('from', from) ?? 0, to: timeOf('to', to) ?? Number.MAX_SAFE_INTEGER };
  if (period.from < period.to) return period;
  throw invalidParameter('from', from, 'is not before "to": expected an earlier time.');
}

function shareOf(spans: readonly Span[]): number | undefined {
  const known = spans.filter(({ value }) => typeof value === 'boolean');
  const [watched, isTrue] = [durationOf(known), durationOf(known.filter(({ value }) => value === true))];
  if (known.length === 0) return undefined;
  return watched === 0 ? Number(known.at(-1)?.value === true) : isTrue / watched;
}

function pricesOf(spans: readonly Span[]): HistorySummary['prices'] {
  const currencies = new Set(spans.filter(({ value }) => typeof value === 'number').map(({ currency }) => currency));
  return [...currencies].flatMap((currency) => {
    const numbers = numberSpans(
      spans.filter((span) => span.currency === currency),
      currency,
    );
    const [lowest, highest, average] = [extremeOf(numbers, 1), extremeOf(numbers, -1), averageOf(numbers)];
    const last = numbers.at(-1);
    if (lowest === undefined || highest === undefined || average === undefined || last === undefined) return [];
    return [{ ...(currency && { currency }), lowest, highest, average: average.value, last: last.value }];
  });
}
