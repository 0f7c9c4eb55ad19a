/** The fields that answers can have, out of the contract's schemas: of the data itself, and of the entries of its list. */
import { z } from 'zod';
import { PAGE_TYPES } from '../../../contract/codes.ts';
import { dataSchemas } from '../../../contract/endpoints.ts';
import { entrySchemaOf, objectsOf, ROW_PLACES } from '../../output/columns.ts';
import type { Row } from '../../output/rows.ts';
import { recordsAt } from '../../results/members.ts';

/** Something with fields: the data of a page type, or an entry of its list. */
export interface Shape {
  /** `search`, or `search shallow_parts`. */
  id: string;
  pageType: string;
  /** The list whose entries it describes. */
  list: string | undefined;
  /** Every field, and whether the schema asks for it. */
  fields: ReadonlyMap<string, { required: boolean }>;
  /** What of an answer's data has this shape. */
  of(data: Row): readonly Row[];
}

/** All shapes, in the contract's order. */
export function shapes(): Shape[] {
  return PAGE_TYPES.flatMap((pageType) => {
    const objects = objectsOf(dataSchemas[pageType]);
    const own = objects.map((object): Shape => {
      const variant = objects.length > 1 ? variantOf(object) : undefined;
      const id = variant === undefined ? pageType : `${pageType} (${variant.value})`;
      const of = (data: Row) => (variant === undefined || data[variant.name] === variant.value ? [data] : []);
      return { id, pageType, list: undefined, fields: fieldsOf(object), of };
    });
    const { list } = ROW_PLACES[pageType];
    if (list === undefined) return own;
    const entries = objectsOf(entrySchemaOf(dataSchemas[pageType], list)).map(
      (object): Shape => ({
        id: `${pageType} ${list}`,
        pageType,
        list,
        fields: fieldsOf(object),
        of: (data) => recordsAt(data, list),
      }),
    );
    return [...own, ...entries];
  });
}

/** The member that tells the members of a union apart, and its value. */
function variantOf({ shape }: z.ZodObject): { name: string; value: unknown } | undefined {
  for (const [name, field] of Object.entries(shape))
    if (field instanceof z.ZodLiteral) return { name, value: field.value };
  return undefined;
}

function fieldsOf({ shape }: z.ZodObject): Shape['fields'] {
  const fields = Object.entries(shape).map(([name, field]: [string, unknown]) => {
    const isOptional = field instanceof z.ZodExactOptional || field instanceof z.ZodOptional;
    return [name, { required: !isOptional }] as const;
  });
  return new Map(fields);
}
