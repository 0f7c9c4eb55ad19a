/** The schema of the body of a failed response over HTTP. */
import * as z from 'zod';
import { object } from '../data/scalars.ts';
import { ResponseMetaSchema } from './envelope.ts';

export type * from '../generated/error-body.ts';

/** Schema of `ErrorBody`. */
export const ErrorBodySchema = object('The body that the service sends for a failure.', {
  success: z.literal(false).describe('Always `false`. Successful responses have a body of another shape.'),
  error: object('The failure.', {
    code: z.string().describe('Stable, machine-readable code. Clients must expect codes that they do not know.'),
    message: z.string().describe('What was wrong, with the value, and what to do.'),
    details: z
      .object({ parameter: z.string().describe('Name of the invalid parameter.') })
      .exactOptional()
      .describe("Details of a caller's mistake."),
  }),
  meta: ResponseMetaSchema.describe('About the request.'),
});
