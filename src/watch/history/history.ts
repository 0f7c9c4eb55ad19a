/** The history of what a watch saw, over any store. */
import { KINDS } from '../kinds.ts';
import { inChunks, type Sql } from '../store/sql.ts';
import { exportRows } from './export.ts';
import { historyField } from './fields.ts';
import type {
  ExportOf,
  FieldHistoryOf,
  HistoryOf,
  HistorySummary,
  ObservationsOf,
  StepHistoryOf,
  StoredObservation,
  WatchHistory,
} from './history-types.ts';
import {
  changePoints,
  durationOf,
  type HistoryPoint,
  type HistoryStep,
  inCurrency,
  type NumberRange,
  numberSpans,
  rangeOf,
  sellerShares,
  stepsOf,
} from './measures.ts';
import { findTargets, type HistoryTarget, observationsBehind, pointRows } from './rows.ts';
import { entrySpans, type HistoryField, invalidParameter, lengthOf, periodOf, type Span, spansOf } from './spans.ts';

/** Observations that are read at once. */
const CHUNK = 200;
/** Ids in a message. */
const MOST_NAMED = 5;

/** Histories over any store. */
export class SourceHistory implements WatchHistory {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  history(query: StepHistoryOf): Promise<HistoryStep[]>;
  history(query: FieldHistoryOf): Promise<HistoryPoint[]>;
  async history(query: FieldHistoryOf & Partial<StepHistoryOf>): Promise<HistoryStep[] | HistoryPoint[]> {
    const step = query.step === undefined ? undefined : lengthOf('step', query.step);
    const field = historyField(query.field);
    const spans = inCurrency(await this.spans(query, field), query.currency);
    if (step === undefined) return changePoints(spans);
    if (field.kind === 'amount') numberSpans(spans, query.currency);
    return stepsOf(spans, step);
  }

  async range(query: FieldHistoryOf): Promise<NumberRange | undefined> {
    const field = historyField(query.field);
    if (!['number', 'integer'].includes(KINDS[field.kind].cell))
      throw invalidParameter('field', query.field, 'is not a number: expected a field such as "bb_price" or "bsr".');
    return rangeOf(numberSpans(await this.spans(query, field), query.currency));
  }

  async *observations({ envelopes = false, ...query }: ObservationsOf): AsyncGenerator<StoredObservation> {
    const period = periodOf(query);
    const item = query.offer ?? (query.target === undefined ? undefined : query.asin) ?? '';
    const { no } = await this.targetOf(query, query.offer === undefined ? 'target' : 'offer');
    const limit = CHUNK;
    yield* inChunks<StoredObservation>(this.#sql, limit, (last) =>
      observationsBehind(no, { item, first_at: last?.first_at ?? Number.MIN_SAFE_INTEGER }, period, {
        envelopes,
        limit,
      }),
    );
  }

  async export(path: string, query: ExportOf = {}): Promise<number> {
    return exportRows(path, query, this.#sql);
  }

  async summary(query: HistoryOf): Promise<HistorySummary | undefined> {
    const period = periodOf(query);
    const { no } = await this.targetOf(query, 'target');
    const fields = (['found', 'bb_price', 'in_stock', 'seller'] as const).map(historyField);
    const names = ['looks', ...fields.map(({ column }) => column)];
    const rows = await this.#sql.read(() => pointRows([no, no], '', names, period));
    const [seen = [], prices = [], stock = [], sellers = []] = fields.map((field) => spansOf(rows, field, period));
    const [start, end] = [seen[0], seen.at(-1)];
    if (start === undefined || end === undefined) return undefined;
    const share = shareOf(stock);
    return {
      first_at: start.from,
      last_at: end.to,
      looks: rows.filter((row) => row.first_at < period.to).reduce((sum, row) => sum + Number(row.looks), 0),
      watched_ms: durationOf(seen),
      prices: pricesOf(prices),
      ...(share !== undefined && { in_stock: share }),
      sellers: sellerShares(sellers),
    };
  }

  private async spans(query: HistoryOf, field: HistoryField): Promise<Span[]> {
    const period = periodOf(query);
    const { no } = await this.targetOf(query, field.of);
    const read = (item: string, column: string) => this.#sql.read(() => pointRows([no, no], item, [column], period));
    if (field.of === 'target') return spansOf(await read('', field.column), field, period);
    const name = field.of === 'entry' ? 'asin' : 'offer';
    const item = query[name];
    if (item === undefined)
      throw invalidParameter(
        name,
        undefined,
        `missing: expected the ${field.of} of the history. The column "${name}" of an exported table has them.`,
      );
    return entrySpans(await read(item, field.column), await read('', 'found'), field, period);
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
  private async candidates(
    { target, asin, marketplace }: HistoryOf,
    of: HistoryField['of'],
  ): Promise<readonly HistoryTarget[]> {
    const find = (query: Parameters<typeof findTargets>[0]) => this.#sql.read(() => findTargets(query, MOST_NAMED));
    if (target !== undefined) return find({ id: target });
    const found = of === 'offer' ? [] : await find({ endpoint: 'product', asin, marketplace });
    return found.length > 0 ? found : find({ endpoint: 'offers', asin, marketplace });
  }

  /** For messages: ids are not easily guessed. */
  private async knownTargets(): Promise<string> {
    const targets = await this.#sql.read(() => findTargets({}, MOST_NAMED + 1));
    const ids = targets.map(({ id }) => JSON.stringify(id));
    if (ids.length === 0) return 'The store has no targets: check the file.';
    const more = ids.length > MOST_NAMED ? ' and more' : '';
    return `Targets of the store: ${ids.slice(0, MOST_NAMED).join(', ')}${more}.`;
  }
}

function shareOf(spans: readonly Span[]): number | undefined {
  const known = spans.filter(({ value }) => typeof value === 'boolean');
  const [watched, isTrue] = [durationOf(known), durationOf(known.filter(({ value }) => value === true))];
  if (known.length === 0) return undefined;
  return watched === 0 ? Number(known.at(-1)?.value === true) : isTrue / watched;
}

function pricesOf(spans: readonly Span[]): HistorySummary['prices'] {
  const currencies = new Set(spans.filter(({ value }) => typeof value === 'number').map(({ currency }) => currency));
  const of = (currency: string | undefined) => spans.filter((span) => span.currency === currency);
  return [...currencies].flatMap((currency) => rangeOf(numberSpans(of(currency), currency)) ?? []);
}
