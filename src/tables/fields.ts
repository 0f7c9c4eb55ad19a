/** The fields that `--fields` accepts, derived from the schemas. */
import * as z from 'zod';
import { dataSchemas } from '../contract/data/index.ts';
import { BadRequestError } from '../contract/errors.ts';
import { isFieldOf } from '../contract/fields.ts';
import { isRecord } from '../contract/json.ts';
import { isPageType, PAGE_TYPES, type PageType, type PageTypeInfo, pageTypes } from '../contract/page-types.ts';
import { ResponseMetaSchema } from '../contract/schemas/envelope.ts';
import { didYouMean } from '../contract/similar.ts';
import { columnsOf, coreOf, objectsOf } from './columns.ts';

/** The paths of fields. */
interface Paths {
  known: Set<string>;
  /** Paths of maps, which can have any names. */
  maps: Set<string>;
}

/**
 * Checks the names of fields.
 *
 * @throws BadRequestError for a field that no page of these types has, with the most similar name
 */
export function assertFields(fields: readonly string[], types: readonly PageType[] = PAGE_TYPES): void {
  const paths = pathsOf(types);
  const wrong = fields.find((field) => !isKnown(field, paths));
  if (wrong === undefined) return;
  throw new BadRequestError(`fields: "${wrong}" is not a field of ${types.join(', ')}. ${hint(wrong, paths)}`, {
    parameter: 'fields',
  });
}

/**
 * Returns the paths in the data of the fields that are printed: those of a list's entries are below the list. `undefined` if none is in the data.
 *
 * @example dataFields(['keyword', 'price', 'found'], ['search']) // ['title', 'shallow_parts.price']
 */
export function dataFields(fields: readonly string[], types: readonly PageType[]): string[] | undefined {
  const paths = types.flatMap((type) =>
    fields.flatMap((field) => pathsOfField(field, type)).filter((path) => isFieldOf(path, type)),
  );
  return paths.length === 0 ? undefined : [...new Set(paths)];
}

/** Returns where in the data a printed field can be. */
function pathsOfField(field: string, type: PageType): string[] {
  const { list, sections, context = {} }: PageTypeInfo = pageTypes[type];
  if (list === undefined) return [field];
  const inEntries = [`${list}.${field}`, ...(sections === undefined ? [] : [`${sections}.${list}.${field}`])];
  const ofSection = field === 'section' && sections !== undefined ? [`${sections}.title`, list] : [];
  return [context[field] ?? field, ...inEntries, ...ofSection];
}

/** Returns all fields of pages of these types, for completion. */
export function fieldNames(types: readonly PageType[]): string[] {
  return [...pathsOf(types).known];
}

function isKnown(field: string, { known, maps }: Paths): boolean {
  return known.has(field) || [...maps].some((map) => field.startsWith(`${map}.`));
}

/** Suggests a field. The last part of a path is enough: `deal_id` for `promotion.deal.deal_id`. */
function hint(wrong: string, { known }: Paths): string {
  const within = [...known].filter((path) => path.endsWith(`.${wrong}`)).slice(0, 3);
  if (within.length > 0) return `Did you mean ${within.map((name) => `"${name}"`).join(' or ')}?`;
  return didYouMean(
    wrong,
    [...known].filter((path) => wrong.includes('.') || !path.includes('.')),
  );
}

function pathsOf(types: readonly PageType[]): Paths {
  const paths: Paths = { known: new Set(['found', 'page_type', 'success', 'meta']), maps: new Set() };
  collect(ResponseMetaSchema, 'meta.', paths);
  for (const type of types) {
    const { list, sections, context = {} }: PageTypeInfo = pageTypes[type];
    if (sections !== undefined) paths.known.add('section');
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

/**
 * Returns the object in which fields are looked up: an entry of a list, then its page's data, then the envelope. A field that the entry could
 * have is never taken from its page: both have a rating.
 */
export function fieldSource(
  { data, ...envelope }: { page_type?: string; data: unknown },
  entry?: object,
): Record<string, unknown> {
  const page = isRecord(data) ? { ...data } : {};
  if (entry !== undefined) for (const name of entryNames(envelope.page_type)) delete page[name];
  return { ...envelope, ...page, ...entry };
}

/** The fields of a page type's list entries. */
function entryNames(type = ''): string[] {
  if (!isPageType(type) || !('list' in pageTypes[type])) return [];
  return columnsOf(type).map(({ name }) => name.split('.', 1)[0] ?? name);
}
