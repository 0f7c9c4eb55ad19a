/** The columns of each page type, derived from its schema. They do not depend on what a response contains. */
import * as z from 'zod';
import { dataSchemas } from '../contract/data/index.ts';
import { type PageType, type PageTypeInfo, pageTypes } from '../contract/page-types.ts';
import type { CellType } from './parquet.ts';

/** The type of a column's cells. Lists and maps are `json`. */
export type ColumnKind = Exclude<CellType, 'time'>;

/** A column of flat rows. */
export interface Column {
  /** The field's path, with dots: `brand.name`. */
  name: string;
  /** The type of its cells. */
  kind: ColumnKind;
}

const known = new Map<PageType, readonly Column[]>();

/** Returns the columns of a page type, in the order of its schema. */
export function columnsOf(type: PageType): readonly Column[] {
  const columns = known.get(type) ?? readColumns(type);
  known.set(type, columns);
  return columns;
}

function readColumns(type: PageType): Column[] {
  const { list, sections, context = {} }: PageTypeInfo = pageTypes[type];
  const all = leavesOf(dataSchemas[type], '');
  if (list === undefined) return all;
  const contextColumns = Object.entries(context).flatMap(([name, member]) =>
    all.filter((column) => column.name === member).map(({ kind }) => ({ name, kind })),
  );
  const sectionColumns: Column[] = sections === undefined ? [] : [{ name: 'section', kind: 'string' }];
  return [...contextColumns, ...sectionColumns, ...leavesOf(entrySchemaOf(dataSchemas[type], list), '')];
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
export function coreOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner: unknown = schema.unwrap();
    return inner instanceof z.ZodType ? coreOf(inner) : schema;
  }
  return schema;
}

/** Returns the columns of a schema's values. */
function leavesOf(schema: z.ZodType, path: string): Column[] {
  const core = coreOf(schema);
  const objects = objectsOf(core);
  if (objects.length === 0) return [{ name: path, kind: kindOf(core) }];
  const leaves = objects.flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([name, field]: [string, unknown]) =>
      field instanceof z.ZodType ? leavesOf(field, path === '' ? name : `${path}.${name}`) : [],
    ),
  );
  return [...new Map(leaves.map((leaf) => [leaf.name, leaf])).values()];
}

function kindOf(core: z.ZodType): ColumnKind {
  if (core instanceof z.ZodArray || core instanceof z.ZodRecord) return 'json';
  if (core instanceof z.ZodNumber) return core.format === 'safeint' ? 'integer' : 'number';
  const isFlag = core instanceof z.ZodBoolean || (core instanceof z.ZodLiteral && typeof core.value === 'boolean');
  return isFlag ? 'boolean' : 'string';
}
