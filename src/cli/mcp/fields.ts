/** The fields that an assistant wants: an answer whole can be longer than it needs. */

import * as z from 'zod';
import { dataSchemas } from '../../contract/data/index.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { BadRequestError } from '../../contract/errors.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { isPageType, type PageType, type PageTypeInfo, pageTypes } from '../../contract/page-types.ts';
import { entrySchemaOf, objectsOf } from '../output/columns.ts';
import { assertFields } from '../output/fields.ts';
import { pickFields } from '../output/rows.ts';

const WRONG = 'must be a list of field names such as ["title", "brand.name"]';

/** The value of `fields`. */
export const FieldsSchema: z.ZodArray<z.ZodString> = z.array(z.string(WRONG).min(1, WRONG), WRONG).min(1, WRONG);

/**
 * The value of `fields`; nothing when all are wanted.
 *
 * @throws BadRequestError for what is no list of the fields of these page types
 */
export function wantedFields(value: unknown, types: readonly PageType[]): string[] | undefined {
  if (value === undefined) return undefined;
  const fields = FieldsSchema.safeParse(value);
  if (!fields.success) {
    throw new BadRequestError(`fields: ${WRONG}`, { parameter: 'fields' });
  }
  const names = fields.data.map(withoutPlaces);
  assertFields(names, types);
  return names;
}

/** A path as `explain` tells it, without the places in lists: `offers[0].price` is meant of all offers. */
export function withoutPlaces(path: string): string {
  return path.replace(/\[\d+\]/g, '');
}

/** The data of an answer with these fields alone. */
export function pickData({ page_type, data }: AnyEnvelope, fields: readonly string[]): unknown {
  return pickFields(
    data,
    fields.map((field) => pathInData(page_type, field)),
  );
}

/** Where a field stands in the data: a name that the entries of a list have is meant there. */
export function pathInData(type: string, field: string): string {
  if (!isPageType(type)) return field;
  const { list, context = {} }: PageTypeInfo = pageTypes[type];
  const [name = field] = field.split('.');
  if (list === undefined) return field;
  return entryNames(type, list).includes(name) ? `${list}.${field}` : (context[field] ?? field);
}

/** What the `fields` of a tool can be, in words. */
export function fieldsHelp(types: readonly PageType[]): string {
  const start = 'Only these fields of the data, by their names, with dots into them (brand.name); all when left out.';
  const told = types.length === 1 ? types : types.filter((type) => !hasOwnTool(type));
  const lists = told.map((type) => (told.length === 1 ? namesOf(type) : `${type}: ${namesOf(type)}`));
  const others = types.filter((type) => !told.includes(type));
  const rest = others.length === 0 ? [] : [`For ${others.join(', ')} see the tools of that name.`];
  return [start, ...lists, ...rest].join(' ');
}

function hasOwnTool(type: PageType): boolean {
  return Object.keys(endpoints).includes(type);
}

function namesOf(type: PageType): string {
  const { list }: PageTypeInfo = pageTypes[type];
  const own = topNames(dataSchemas[type]);
  if (list === undefined) return `Fields: ${own.join(', ')}.`;
  const rest = own.filter((name) => name !== list && !entryNames(type, list).includes(name));
  return `Fields of each entry: ${entryNames(type, list).join(', ')}; of the page: ${rest.join(', ')}.`;
}

function entryNames(type: PageType, list: string): string[] {
  return topNames(entrySchemaOf(dataSchemas[type], list));
}

function topNames(schema: z.ZodType): string[] {
  return [...new Set(objectsOf(schema).flatMap(({ shape }) => Object.keys(shape)))];
}
