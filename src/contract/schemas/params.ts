/** The schemas of parameters, derived from the table of parameters. */
import * as z from 'zod';
import {
  aboveOther,
  isRequired,
  type Parameter,
  type ParameterTable,
  smallestUnit,
  tooHigh,
  tooLong,
  tooManyDecimals,
} from '../parameter.ts';
import { type Parameters, parameters } from '../params.ts';

export type {
  CategoryParams,
  OffersParams,
  ProductParams,
  ScrapeParams,
  SearchParams,
  SellerParams,
} from '../types/params.ts';

/** Type of the schema of a value. */
type ValueSchema<Row extends Parameter> = Row extends { type: 'text' }
  ? z.ZodString
  : Row extends { type: 'url' }
    ? z.ZodURL
    : Row extends { type: 'choice'; values: readonly (infer Value extends string)[] }
      ? z.ZodEnum<{ [One in Value]: One }>
      : Row extends { type: 'wholeNumber' }
        ? z.ZodInt
        : z.ZodNumber;

/** Type of the schema of a parameter. */
type ParameterSchema<Row extends Parameter> = Row extends { default: unknown }
  ? z.ZodDefault<ValueSchema<Row>>
  : Row extends { isOptional: true }
    ? z.ZodExactOptional<ValueSchema<Row>>
    : ValueSchema<Row>;

/** Type of the schema of an endpoint's parameters. */
type ParamsSchema<Table extends ParameterTable> = z.ZodObject<
  { -readonly [Name in keyof Table]: ParameterSchema<Table[Name]> },
  z.core.$strict
>;

/** Schema of {@link ProductParams}. */
export const ProductParamsSchema: ParamsSchema<Parameters['product']> = paramsSchema('product');
/** Schema of {@link SearchParams}. */
export const SearchParamsSchema: ParamsSchema<Parameters['search']> = paramsSchema('search');
/** Schema of {@link OffersParams}. */
export const OffersParamsSchema: ParamsSchema<Parameters['offers']> = paramsSchema('offers');
/** Schema of {@link SellerParams}. */
export const SellerParamsSchema: ParamsSchema<Parameters['seller']> = paramsSchema('seller');
/** Schema of {@link ScrapeParams}. */
export const ScrapeParamsSchema: ParamsSchema<Parameters['scrape']> = paramsSchema('scrape');
/** Schema of {@link CategoryParams}. */
export const CategoryParamsSchema: ParamsSchema<Parameters['category']> = paramsSchema('category');

/** The schema of the parameters of every endpoint. */
export const paramsSchemas = {
  product: ProductParamsSchema,
  search: SearchParamsSchema,
  offers: OffersParamsSchema,
  seller: SellerParamsSchema,
  scrape: ScrapeParamsSchema,
  category: CategoryParamsSchema,
} as const satisfies Record<keyof Parameters, z.ZodObject>;

/** Returns the schema of a value, without its default. */
export function valueSchema<Row extends Parameter>(row: Row): ValueSchema<Row> {
  return anyValueSchema(row) as ValueSchema<Row>;
}

function anyValueSchema(row: Parameter): z.ZodType {
  const { messages } = row;
  switch (row.type) {
    case 'text': {
      const text = z.string(messages.type).regex(row.pattern, row.messages.pattern);
      return row.maxLength === undefined ? text : text.max(row.maxLength, tooLong(row.maxLength));
    }
    case 'url':
      return z.url(messages.type).max(row.maxLength, tooLong(row.maxLength));
    case 'choice':
      return z.enum(row.values, { error: messages.type });
    case 'wholeNumber':
      return z.int(messages.type).min(row.min, row.messages.min);
    case 'amount':
      return z
        .number(messages.type)
        .min(row.min, row.messages.min)
        .max(row.max, tooHigh(row.max))
        .multipleOf(smallestUnit(row.decimals), tooManyDecimals(row.decimals));
  }
}

function parameterSchema(row: Parameter): z.ZodType {
  const schema = anyValueSchema(row);
  if (isRequired(row)) return schema.describe(row.description);
  return (row.default === undefined ? schema.exactOptional() : schema.default(row.default)).describe(row.description);
}

function paramsSchema<Name extends keyof Parameters>(name: Name): ParamsSchema<Parameters[Name]> {
  const table: ParameterTable = parameters[name];
  const shape = Object.fromEntries(Object.entries(table).map(([key, row]) => [key, parameterSchema(row)]));
  const described = z.strictObject(shape).describe(`Parameters of \`${name}\`.`);
  return withOrder(described, table) as ParamsSchema<Parameters[Name]>;
}

/** Adds the checks of parameters that must not be above another one. */
function withOrder(schema: z.ZodObject, table: ParameterTable): z.ZodObject {
  return Object.entries(table).reduce((checked, [name, row]) => {
    if (row.type !== 'amount' || row.notAbove === undefined) return checked;
    const { notAbove } = row;
    const isInOrder = (given: Record<string, unknown>) =>
      given[name] === undefined || given[notAbove] === undefined || Number(given[name]) <= Number(given[notAbove]);
    return checked.refine(isInOrder, { path: [name], error: aboveOther(notAbove) }).describe(schema.description ?? '');
  }, schema);
}
