/** The fields that have a history, by their paths in the data of pages: those that changes have as `field`. */
import { nearestOf } from '../../contract/similar.ts';
import { COLUMNS, NONE } from '../store/columns.ts';
import { readerOf, type ValueHistory } from '../values.ts';
import { type HistoryField, invalidParameter } from './spans.ts';

/**
 * A field with a history: the `field` of a change, for example. Those of searches and categories start with `shallow_parts.`, those of best-seller lists
 * with `entries.`, those of offers with `product_sellers_info.`. `shallow_parts.index_on_page` counts the entries of all pages that were read.
 */
export type HistoryFieldName =
  | ValueHistory
  | 'found'
  | 'shallow_parts.found'
  | 'entries.found'
  | 'product_sellers_info.found';

const FIELDS = new Map<string, HistoryField>();

for (const [name, of] of [
  ['found', 'target'],
  ['shallow_parts.found', 'entry'],
  ['entries.found', 'entry'],
  ['product_sellers_info.found', 'offer'],
] as const)
  FIELDS.set(name, { column: 'found', kind: 'truth', none: 0, of });

for (const [column, row] of COLUMNS) {
  const field = { column, kind: row.kind, none: NONE[column] ?? 0 };
  const own = row.history ?? readerOf('product', row)?.fields[0];
  if (own !== undefined) FIELDS.set(own, { ...field, of: 'target' });
  for (const kind of ['result', 'bestseller'] as const) {
    const name = readerOf(kind, row)?.fields[0];
    if (name !== undefined) FIELDS.set(name, { ...field, of: 'entry' });
  }
  if (row.isOfOffers === true) FIELDS.set(`product_sellers_info.${column}`, { ...field, of: 'offer' });
}

/** The names of all fields that have a history. */
export const HISTORY_FIELDS = [...FIELDS.keys()] as readonly HistoryFieldName[];

/** Returns where a field is stored. @throws BadRequestError `INVALID_PARAMETER` for a field without a history */
export function historyField(name: unknown): HistoryField {
  const field = typeof name === 'string' ? FIELDS.get(name) : undefined;
  if (field !== undefined) return field;
  const nearest = typeof name === 'string' ? nearestOf(name, HISTORY_FIELDS) : undefined;
  const advice = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  const why = `${name === undefined ? 'missing' : 'has no history'}: expected one of ${HISTORY_FIELDS.join(', ')}.${advice}`;
  throw invalidParameter('field', name, why);
}
