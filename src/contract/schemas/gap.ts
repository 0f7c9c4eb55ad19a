/** The schema of gaps. */
import * as z from 'zod';
import { GAP_KINDS, GAP_REASONS } from '../codes.ts';
import { object } from '../data/scalars.ts';

export type * from '../generated/gap.ts';

/** Schema of `Gap`. */
export const GapSchema = object(
  'A missing part of a page, an unexpected language, currency, place or entity, or values that contradict each other.',
  {
    landmark: z.string().describe('The part of the page: an id or a marker. `html` for the whole page.'),
    kind: z.enum(GAP_KINDS).describe('Kind of the gap.'),
    detail: z.string().describe('Description with the found and the expected value.'),
    have: z.int().min(0).exactOptional().describe('Entries of a list that the page shows. Only with `total`.'),
    total: z.int().min(0).exactOptional().describe('Entries that the page says the list has, on this page of it.'),
    reason: z.enum(GAP_REASONS).exactOptional().describe('Why entries are missing. Absent if the page does not say.'),
  },
);
