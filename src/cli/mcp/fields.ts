/** The parameter `fields` of the tools, which keeps results short. */
import * as z from 'zod';
import { dataSchemas } from '../../contract/data/index.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { BadRequestError } from '../../contract/errors.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { isPageType, type PageType, type PageTypeInfo, pageTypes } from '../../contract/page-types.ts';
import { entrySchemaOf, objectsOf } from '../output/columns.ts';
import { assertFields } from '../output/fields.ts';
import { pickFields } from '../output/rows.ts';
import { firstProblem } from '../schema-problem.ts';

const EXPECTED = 'a list of field names such as ["title", "brand.name"]';

/** A value of `fields`. */
export const FieldsSchema: z.ZodArray<z.ZodString> = z
  .array(z.string(EXPECTED).min(1, EXPECTED), EXPECTED)
  .min(1, EXPECTED);

/**
 * Returns the names in `fields` without list indexes: `offers[0].price`, as `explain` writes it, means the price of all offers.
 *
 * @throws BadRequestError for anything but a list of fields of these page types
 */
export function checkedFields(fields: unknown, types?: readonly PageType[]): string[] | undefined {
  if (fields === undefined) return undefined;
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

/** Returns only these fields of an envelope's data. */
export function pickData({ page_type, data }: AnyEnvelope, fields: readonly string[]): unknown {
  return pickFields(
    data,
    fields.map((field) => pathInData(page_type, field)),
  );
}

/** Returns the path of a field in the data. A field of list entries is below the list. */
export function pathInData(type: string, field: string): string {
  if (!isPageType(type)) return field;
  const { list, context = {} }: PageTypeInfo = pageTypes[type];
  const [name = field] = field.split('.');
  if (list === undefined) return field;
  return entryNames(type, list).includes(name) ? `${list}.${field}` : (context[field] ?? field);
}

/** Returns the description of `fields`, with the names for these page types. A type that has a tool of its own is described there. */
export function fieldsHelp(types: readonly PageType[]): string {
  const start = 'Only these fields of the data, by name, with dots for nested fields (brand.name). Default: all.';
  const listed = types.length === 1 ? types : types.filter((type) => !Object.keys(endpoints).includes(type));
  const others = types.filter((type) => !listed.includes(type));
  const names = listed.map((type) => (listed.length === 1 ? namesOf(type) : `${type}: ${namesOf(type)}`));
  return [start, ...names, ...(others.length > 0 ? [`For ${others.join(', ')} see those tools.`] : [])].join(' ');
}

function namesOf(type: PageType): string {
  const { list }: PageTypeInfo = pageTypes[type];
  const own = topNames(dataSchemas[type]);
  if (list === undefined) return `Fields: ${own.join(', ')}.`;
  const entry = entryNames(type, list);
  const page = own.filter((name) => name !== list && !entry.includes(name));
  return `Fields of each entry: ${entry.join(', ')}; of the page: ${page.join(', ')}.`;
}

function entryNames(type: PageType, list: string): string[] {
  return topNames(entrySchemaOf(dataSchemas[type], list));
}

function topNames(schema: z.ZodType): string[] {
  return [...new Set(objectsOf(schema).flatMap(({ shape }) => Object.keys(shape)))];
}
