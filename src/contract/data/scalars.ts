/** Single values that several schemas share. */
import * as z from 'zod';
import { valueSchema } from '../parameter-schema.ts';
import { asinParameter } from '../params.ts';

/** Schema of an ASIN, the marketplace's id of an item. */
export const AsinSchema: z.ZodString = valueSchema(asinParameter).describe(
  "The marketplace's id of an item (ASIN): 10 upper-case letters or digits.",
);

/** A text. */
export const text = z.string();
/** Whether something is so. */
export const flag = z.boolean();
/** A count: a whole number, not negative. */
export const count = z.int().min(0);
/** An amount of money, in major units. */
export const money = z.number();
/** A percentage, 0 to 100. */
export const percent = z.number().min(0).max(100);
/** A rating, 0 to 5 stars. */
export const stars = z.number().min(0).max(5);
/** A date, `YYYY-MM-DD`. */
export const day = z.iso.date();

/** Returns the schema of a field that can be absent, with its description. */
export const optional = <Of extends z.ZodType>(schema: Of, description: string): z.ZodExactOptional<Of> =>
  schema.exactOptional().describe(description);

/** Returns the schema of an object, with its description. */
export function object<Shape extends z.core.$ZodLooseShape>(description: string, shape: Shape) {
  return z.object(shape).describe(description);
}
