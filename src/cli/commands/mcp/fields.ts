/** The parameter `fields` of the tools, which keeps results short. */
import * as z from 'zod';
import { BadRequestError } from '../../../contract/errors.ts';
import type { PageType } from '../../../contract/page-types.ts';
import { assertFields, dataFields } from '../../../tables/fields.ts';
import { DEFAULT_FIELDS } from './default-fields.ts';
import { firstProblem } from './schema-problem.ts';

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
 * Returns the paths of fields in the data of these page types, for the `fields` of a call. `undefined` for all fields.
 *
 * @param names As {@link checkedFields} returns them. Names of list entries are below the list. By default, and if none is a field of the data: the
 * main fields of the page types.
 */
export function pathsOf(types: readonly PageType[], names: readonly string[] | undefined): string[] | undefined {
  if (isAll(names)) return undefined;
  const paths = names === undefined ? undefined : dataFields(names, types);
  return paths ?? [...new Set(types.flatMap((type) => DEFAULT_FIELDS[type]))];
}
