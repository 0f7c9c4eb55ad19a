/** Adds to changes the places on the page where their values were read. */
import { MarketplaceError } from '../../contract/errors.ts';
import type { ObservedResponse } from '../../contract/marketplace.ts';
import { type ExplainedField, explainPage } from '../../pages/explain.ts';
import type { StoredTarget } from '../store/store.ts';
import type { Change, Evidence } from '../types.ts';

type Places = NonNullable<Evidence['explained']>;

/** Returns the changes with the places of their values, of the pages that were kept. */
export function withPlaces(
  changes: readonly Change[],
  pages: readonly ObservedResponse[],
  { params }: Pick<StoredTarget, 'params'>,
): readonly Change[] {
  const fields = pages.flatMap((page) => fieldsOf(page, params));
  return changes.map((change) => {
    const explained = placesOf(change, fields);
    return explained.length === 0 ? change : { ...change, evidence: { ...change.evidence, explained } };
  });
}

function fieldsOf(
  { body, url = '', status, fetchedAt }: ObservedResponse,
  { language }: StoredTarget['params'],
): ExplainedField[] {
  try {
    const requestedAt = fetchedAt === undefined ? {} : { requestedAt: fetchedAt };
    return explainPage(body, { url, status, language: language as 'en' | 'native' | undefined, ...requestedAt }).fields;
  } catch (error) {
    // The look has read the page: only its places are missing then.
    if (error instanceof MarketplaceError) return [];
    throw error;
  }
}

/** Rows of a list, by the id that names them. */
const ROW = /^(\w+)\[(\d+)\]\./;

function placesOf(change: Change, fields: readonly ExplainedField[]): Places {
  const [head = '', ...rest] = change.field.split('.');
  const row = fields.find(
    ({ path, value }) =>
      ROW.test(path) && path.startsWith(`${head}[`) && path.endsWith('.asin') && value === change.asin,
  );
  const start = row === undefined ? head : row.path.slice(0, -'.asin'.length);
  const path = [start, ...rest].join('.');
  const isPart = (field: ExplainedField) =>
    field.path === path || field.path.startsWith(`${path}.`) || field.path.startsWith(`${path}[`);
  return fields
    .filter(isPart)
    .map(({ path: field, source, at, text }) => ({
      field,
      place: at === '' ? source : at,
      ...(text === '' ? {} : { text }),
    }));
}
