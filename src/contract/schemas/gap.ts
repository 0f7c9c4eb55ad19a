/** The schema of gaps. */
import * as z from 'zod';
import { GAP_KINDS } from '../codes.ts';

export type { Gap } from '../generated/gap.ts';

/** Schema of `Gap`. */
export const GapSchema = z
  .object({
    landmark: z.string().describe('The part of the page: an id or a marker. `html` for the whole page.'),
    kind: z.enum(GAP_KINDS).describe('Kind of the gap.'),
    detail: z.string().describe('Description with the found and the expected value.'),
  })
  .describe(
    'A missing part of a page, an unexpected language, currency, place or entity, or values that contradict each other.',
  );
