/** The schema of a value, derived from its row in the table of parameters. */
import * as z from 'zod';
import { type Parameter, smallestUnit, tooHigh, tooLong, tooManyDecimals } from './parameter.ts';

/** Type of the schema of a value. */
export type ValueSchema<Row extends Parameter> = Row extends { type: 'text' }
  ? z.ZodString
  : Row extends { type: 'url' }
    ? z.ZodURL
    : Row extends { type: 'choice'; values: readonly (infer Value extends string)[] }
      ? z.ZodEnum<{ [One in Value]: One }>
      : Row extends { type: 'wholeNumber' }
        ? z.ZodInt
        : z.ZodNumber;

/** Returns the schema of a value, without its default. */
export const valueSchema = <Row extends Parameter>(row: Row): ValueSchema<Row> =>
  anyValueSchema(row) as ValueSchema<Row>;

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
