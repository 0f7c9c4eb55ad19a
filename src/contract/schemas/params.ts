/** The schemas of parameters, derived from the table of parameters. */
import * as z from 'zod';
import { aboveOther, isRequired, type Parameter, type ParameterTable } from '../parameter.ts';
import { type ValueSchema, valueSchema } from '../parameter-schema.ts';
import { type Parameters, parameters } from '../params.ts';

export type * from '../generated/params.ts';

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

/** Schema of `ProductParams`. */
export const ProductParamsSchema: ParamsSchema<Parameters['product']> = paramsSchema('product');
/** Schema of `SearchParams`. */
export const SearchParamsSchema: ParamsSchema<Parameters['search']> = paramsSchema('search');
/** Schema of `OffersParams`. */
export const OffersParamsSchema: ParamsSchema<Parameters['offers']> = paramsSchema('offers');
/** Schema of `SellerParams`. */
export const SellerParamsSchema: ParamsSchema<Parameters['seller']> = paramsSchema('seller');
/** Schema of `ScrapeParams`. */
export const ScrapeParamsSchema: ParamsSchema<Parameters['scrape']> = paramsSchema('scrape');
/** Schema of `CategoryParams`. */
export const CategoryParamsSchema: ParamsSchema<Parameters['category']> = paramsSchema('category');

/** The schema of the parameters of every endpoint. */
export const paramsSchemas: {
  readonly product: typeof ProductParamsSchema;
  readonly search: typeof SearchParamsSchema;
  readonly offers: typeof OffersParamsSchema;
  readonly seller: typeof SellerParamsSchema;
  readonly scrape: typeof ScrapeParamsSchema;
  readonly category: typeof CategoryParamsSchema;
} = {
  product: ProductParamsSchema,
  search: SearchParamsSchema,
  offers: OffersParamsSchema,
  seller: SellerParamsSchema,
  scrape: ScrapeParamsSchema,
  category: CategoryParamsSchema,
} satisfies Record<keyof Parameters, z.ZodObject>;

function parameterSchema(row: Parameter): z.ZodType {
  const schema: z.ZodType = valueSchema(row);
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
