/** The fields that `--fields` can name, derived from the schemas. */

import * as z from 'zod';
import { dataSchemas } from '../../contract/data/index.ts';
import { ResponseMetaSchema } from '../../contract/envelope.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { isPageType, PAGE_TYPES, type PageType, type PageTypeInfo, pageTypes } from '../../contract/page-types.ts';
import { didYouMean } from '../nearest.ts';
import { columnsOf, coreOf, objectsOf } from './columns.ts';
import { isRecord } from './rows.ts';

/** A schema and all paths in it; below a map every name is one. */
interface Paths {
  known: Set<string>;
  maps: Set<string>;
}

/**
 * Refuses fields that no page of these types has.
 *
 * @throws BadRequestError with the name that is nearest
 */
export function assertFields(fields: readonly string[], types: readonly PageType[] = PAGE_TYPES): void {
  const paths = pathsOf(types);
  const wrong = fields.find((field) => !isKnown(field, paths));
  if (wrong === undefined) return;
  throw new BadRequestError(`fields: "${wrong}" is not a field of ${types.join(', ')}. ${hint(wrong, paths)}`, {
    parameter: 'fields',
  });
}

/** All fields of pages of these types, for completion. */
export function fieldNames(types: readonly PageType[]): string[] {
  return [...pathsOf(types).known];
}

function isKnown(field: string, { known, maps }: Paths): boolean {
  return known.has(field) || [...maps].some((map) => field.startsWith(`${map}.`));
}

/** A name without dots is looked for at the ends of paths too: `deal_id` stands in `promotion.deal.deal_id`. */
function hint(wrong: string, { known }: Paths): string {
  const within = [...known].filter((path) => path.endsWith(`.${wrong}`)).slice(0, 3);
  if (within.length > 0) return `Did you mean ${within.join(' or ')}?`;
  return didYouMean(
    wrong,
    [...known].filter((path) => wrong.includes('.') || !path.includes('.')),
  );
}

function pathsOf(types: readonly PageType[]): Paths {
  const paths: Paths = { known: new Set(['found', 'page_type', 'success', 'meta']), maps: new Set() };
  collect(ResponseMetaSchema, 'meta.', paths);
  for (const type of types) {
    const { list, context = {} }: PageTypeInfo = pageTypes[type];
    for (const name of Object.keys(context)) paths.known.add(name);
    for (const { shape } of objectsOf(dataSchemas[type])) {
      const entries: unknown = list === undefined ? undefined : shape[list];
      if (entries instanceof z.ZodType) collect(entries, '', paths);
    }
    collect(dataSchemas[type], '', paths);
  }
  return paths;
}

function collect(schema: z.ZodType, prefix: string, paths: Paths): void {
  const core = coreOf(schema);
  if (core instanceof z.ZodArray && core.element instanceof z.ZodType) collect(core.element, prefix, paths);
  if (core instanceof z.ZodRecord) paths.maps.add(prefix.slice(0, -1));
  for (const { shape } of objectsOf(core)) {
    for (const [name, field] of Object.entries<unknown>(shape)) {
      paths.known.add(prefix + name);
      if (field instanceof z.ZodType) collect(field, `${prefix}${name}.`, paths);
    }
  }
}

/** What fields are looked up in: an entry of a list, before its page's data, before the envelope. What an entry lacks is not its page's: both have a rating. */
export function fieldSource(
  { data, ...envelope }: { page_type?: string; data: unknown },
  entry?: object,
): Record<string, unknown> {
  const page = isRecord(data) ? { ...data } : {};
  if (entry !== undefined) for (const name of entryNames(envelope.page_type)) delete page[name];
  return { ...envelope, ...page, ...entry };
}

/** The names that the entries of a page type's list have. */
function entryNames(type = ''): string[] {
  if (!isPageType(type) || !('list' in pageTypes[type])) return [];
  return columnsOf(type).map(({ name }) => name.split('.', 1)[0] ?? name);
}
