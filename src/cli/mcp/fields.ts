/** The parameter `fields` of the tools, which keeps results short. */
import * as z from 'zod';
import { dataSchemas } from '../../contract/data/index.ts';
import { BadRequestError } from '../../contract/errors.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { isPageType, type PageType, type PageTypeInfo, pageTypes } from '../../contract/page-types.ts';
import { entrySchemaOf, objectsOf } from '../output/columns.ts';
import { assertFields } from '../output/fields.ts';
import { pickFields } from '../output/rows.ts';
import { firstProblem } from '../schema-problem.ts';
import { DEFAULT_FIELDS } from './default-fields.ts';

const EXPECTED = 'a list of field names such as ["title", "brand.name"]';

/** A value of `fields`. */
export const FieldsSchema: z.ZodArray<z.ZodString> = z
  .array(z.string(EXPECTED).min(1, EXPECTED), EXPECTED)
  .min(1, EXPECTED);

/** The name that stands for all fields. */
const ALL = '*';

/** The description of `fields`. */
export const FIELDS_HELP = 'Such as ["title", "brand.name"]; ["*"]: all. Default: main ones.';

/**
 * Returns the names in `fields` without list indexes: `offers[0].price`, as `explain` writes it, means the price of all offers.
 *
 * @throws BadRequestError for anything but a list of fields of these page types
 */
export function checkedFields(fields: unknown, types?: readonly PageType[]): string[] | undefined {
  if (fields === undefined) return undefined;
  if (isAll(fields)) return [ALL];
  const problem = firstProblem(FieldsSchema, fields, 'field');
  if (problem !== undefined) throw new BadRequestError(`fields: ${problem.message}`, { parameter: 'fields' });
  const names = FieldsSchema.parse(fields).map(withoutIndexes);
  assertFields(names, types);
  return names;
}

/** Returns a path without its list indexes. */
export function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '');
}

function isAll(fields: unknown): boolean {
  return Array.isArray(fields) && fields.length === 1 && fields[0] === ALL;
}

/**
 * Returns the paths of fields in the data of a page type. `undefined` for all fields.
 *
 * @param fields As {@link checkedFields} returns them; the main ones of the page type by default.
 */
export function pathsOf(type: string, fields: readonly string[] | undefined): readonly string[] | undefined {
  if (isAll(fields)) return undefined;
  if (fields !== undefined) return fields.map((field) => pathInData(type, field));
  return isPageType(type) ? DEFAULT_FIELDS[type] : undefined;
}

/** Returns only these fields of an envelope's data. */
export function pickData({ page_type, data }: AnyEnvelope, fields: readonly string[] | undefined): unknown {
  const paths = pathsOf(page_type, fields);
  return paths === undefined ? data : pickFields(data, paths);
}

/** Returns the path of a field in the data. A field of list entries is below the list. */
export function pathInData(type: string, field: string): string {
  if (!isPageType(type)) return field;
  const { list, context = {} }: PageTypeInfo = pageTypes[type];
  const [name = field] = field.split('.');
  if (list === undefined) return field;
  return entryNames(type, list).includes(name) ? `${list}.${field}` : (context[field] ?? field);
}

function entryNames(type: PageType, list: string): string[] {
  return topNames(entrySchemaOf(dataSchemas[type], list));
}

function topNames(schema: z.ZodType): string[] {
  return [...new Set(objectsOf(schema).flatMap(({ shape }) => Object.keys(shape)))];
}
