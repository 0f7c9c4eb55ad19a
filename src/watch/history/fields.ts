/** The fields that have a history, by their paths in the data of pages: those that changes have as `field`. */
import { nearestOf } from '../../contract/similar.ts';
import { NONE } from '../store/tables.ts';
import { HISTORIES, VALUES } from '../values.ts';
import { type HistoryField, invalidParameter } from './spans.ts';

const FOUND = [
  ['found', 'target'],
  ['shallow_parts.found', 'entry'],
  ['entries.found', 'entry'],
  ['product_sellers_info.found', 'offer'],
] as const;

const FIELDS: ReadonlyMap<string, HistoryField> = new Map<string, HistoryField>([
  ...FOUND.map(([name, of]) => [name, { column: 'found', kind: 'truth', none: 0, of }] as const),
  ...HISTORIES.map(
    ({ name, value, of }) => [name, { column: value, kind: VALUES[value].kind, none: NONE[value] ?? 0, of }] as const,
  ),
]);

/** The names of all fields that have a history. */
export const HISTORY_FIELDS: readonly string[] = [...FIELDS.keys()];

/** Returns where a field is stored. @throws BadRequestError `INVALID_PARAMETER` for a field without a history */
export function historyField(name: unknown): HistoryField {
  const field = typeof name === 'string' ? FIELDS.get(name) : undefined;
  if (field !== undefined) return field;
  const nearest = typeof name === 'string' ? nearestOf(name, HISTORY_FIELDS) : undefined;
  const advice = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  const why = `${name === undefined ? 'missing' : 'has no history'}: expected one of ${HISTORY_FIELDS.join(', ')}.${advice}`;
  throw invalidParameter('field', name, why);
}
