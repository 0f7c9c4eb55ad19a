/** The schema of the body of a failed response over HTTP. */
import * as z from 'zod';
import { ResponseMetaSchema } from './envelope.ts';

export type { ErrorBody } from '../generated/error-body.ts';

/** Schema of `ErrorBody`. */
export const ErrorBodySchema = z
  .object({
    success: z.literal(false).describe('Always `false`. Successful responses have a body of another shape.'),
    error: z
      .object({
        code: z.string().describe('Stable, machine-readable code. Clients must expect codes that they do not know.'),
        message: z.string().describe('What was wrong, with the value, and what to do.'),
        details: z
          .object({ parameter: z.string().describe('Name of the invalid parameter.') })
          .exactOptional()
          .describe("Details of a caller's mistake."),
      })
      .describe('The failure.'),
    meta: ResponseMetaSchema.describe('About the request.'),
  })
  .describe('The body that the service sends for a failure.');
