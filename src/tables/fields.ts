/** The fields of each page type, and the columns of its tables. Both derive from the schemas, and do not depend on what a response contains. */
import * as z from 'zod';
import { dataSchemas } from '../contract/data/index.ts';
import { checkedFields, fieldPaths, isFieldOf } from '../contract/fields.ts';
import { isRecord } from '../contract/json.ts';
import { LANDED_FIELDS } from '../contract/landed-price.ts';
import { isPageType, PAGE_TYPES, type PageType, type PageTypeInfo, pageTypes } from '../contract/page-types.ts';
import { ResponseMetaSchema } from '../contract/schemas/envelope.ts';
import type { CellType, TypedColumn } from './parquet.ts';
import { COMPUTED } from './rows.ts';

/**
 * Checks the names of fields.
 *
 * @param own Further names that are accepted.
 * @throws BadRequestError for a field that no page of these types has, with the most similar name
 */
export function assertFields(
  fields: readonly string[],
  types: readonly PageType[] = PAGE_TYPES,
  own: readonly string[] = [],
): void {
  checkedFields(fields, types, new Set([...own, ...fieldNames(types)]));
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
  if (field === COMPUTED.offers?.name) return LANDED_FIELDS.map((name) => `${list}.${name}`);
  const inEntries = [`${list}.${field}`, ...(sections === undefined ? [] : [`${sections}.${list}.${field}`])];
  const ofSection = field === 'section' && sections !== undefined ? [`${sections}.title`, list] : [];
  return [context[field] ?? field, ...inEntries, ...ofSection];
}

/** Returns all fields of pages of these types: also those of a list's entries by their own names, and those of the envelope. */
export function fieldNames(types: readonly PageType[]): string[] {
  const ofTypes = types.flatMap((type) => {
    const { list, sections, context = {} }: PageTypeInfo = pageTypes[type];
    const paths = fieldPaths(type);
    const inEntries = paths.flatMap((path) => (path.startsWith(`${list}.`) ? path.slice(`${list}.`.length) : []));
    const own = [sections === undefined ? [] : 'section', COMPUTED[type]?.name ?? []].flat();
    return [...own, ...Object.keys(context), ...inEntries, ...paths];
  });
  return [...new Set(['found', 'page_type', 'success', 'meta', ...pathsIn(ResponseMetaSchema, 'meta.'), ...ofTypes])];
}

function pathsIn(schema: z.ZodType, prefix: string): string[] {
  const core = coreOf(schema);
  if (core instanceof z.ZodArray && core.element instanceof z.ZodType) return pathsIn(core.element, prefix);
  return objectsOf(core).flatMap(({ shape }) =>
    Object.entries<unknown>(shape).flatMap(([name, field]) => [
      prefix + name,
      ...(field instanceof z.ZodType ? pathsIn(field, `${prefix}${name}.`) : []),
    ]),
  );
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

const known = new Map<PageType, readonly TypedColumn[]>();

/** Returns the columns of a page type, in the order of its schema. */
export function columnsOf(type: PageType): readonly TypedColumn[] {
  const columns = known.get(type) ?? readColumns(type);
  known.set(type, columns);
  return columns;
}

function readColumns(type: PageType): TypedColumn[] {
  const { list, sections, context = {} }: PageTypeInfo = pageTypes[type];
  const all = leavesOf(dataSchemas[type], '');
  if (list === undefined) return all;
  const contextColumns = Object.entries(context).flatMap(([name, member]) =>
    all.filter((column) => column.name === member).map((column) => ({ ...column, name })),
  );
  const sectionColumns: TypedColumn[] = sections === undefined ? [] : [{ name: 'section', type: 'string' }];
  const computed = COMPUTED[type] ?? [];
  return [contextColumns, sectionColumns, computed, leavesOf(entrySchemaOf(dataSchemas[type], list), '')].flat();
}

/** Returns the schema of a list's entries. */
export function entrySchemaOf(schema: z.ZodType, list: string): z.ZodType {
  for (const object of objectsOf(schema)) {
    const field: unknown = object.shape[list];
    const core = field instanceof z.ZodType ? coreOf(field) : undefined;
    if (core instanceof z.ZodArray && core.element instanceof z.ZodType) return core.element;
  }
  throw new TypeError(`the schema has no list ${list}`);
}

/** Returns the object schemas of a schema: itself, or the members of a union. */
export function objectsOf(schema: z.ZodType): z.ZodObject[] {
  const core = coreOf(schema);
  if (core instanceof z.ZodObject) return [core];
  if (!(core instanceof z.ZodUnion)) return [];
  return core.options.flatMap((option) => (option instanceof z.ZodType ? objectsOf(option) : []));
}

/** Returns a schema without its optional and nullable wrappers. */
function coreOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner: unknown = schema.unwrap();
    return inner instanceof z.ZodType ? coreOf(inner) : schema;
  }
  return schema;
}

/** Returns the columns of a schema's values. */
function leavesOf(schema: z.ZodType, path: string): TypedColumn[] {
  const core = coreOf(schema);
  const objects = objectsOf(core);
  if (objects.length === 0) return [{ name: path, type: typeOf(core) }];
  const leaves = objects.flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([name, field]: [string, unknown]) =>
      field instanceof z.ZodType ? leavesOf(field, path === '' ? name : `${path}.${name}`) : [],
    ),
  );
  return [...new Map(leaves.map((leaf) => [leaf.name, leaf])).values()];
}

function typeOf(core: z.ZodType): CellType {
  if (core instanceof z.ZodArray || core instanceof z.ZodRecord) return 'json';
  if (core instanceof z.ZodNumber) return core.format === 'safeint' ? 'integer' : 'number';
  const isFlag = core instanceof z.ZodBoolean || (core instanceof z.ZodLiteral && typeof core.value === 'boolean');
  return isFlag ? 'boolean' : 'string';
}
