/** The schemas of the envelope around the data of a page, and of the body of a failed response over HTTP. */
import * as z from 'zod';
import { LANGUAGES, MARKETPLACES } from '../codes.ts';
import { count, object } from '../data/scalars.ts';
import type { MetaExtensions } from '../envelope.ts';
import { GapSchema } from './gap.ts';

export type * from '../generated/envelope.ts';

/** Schema of `Usage`. */
export const UsageSchema = object('Credits of a call.', {
  requests_consumed: count.describe('Credits charged for the call: 1 for a response, found or not, 0 for a failure.'),
  requests_remaining: count.describe(
    'Credits left in all active packs. `Number.MAX_SAFE_INTEGER` (9007199254740991) means unlimited: a local backend without packs.',
  ),
});

/** Schema of `SourcePage`. */
export const SourcePageSchema = object('The page that a response was read from.', {
  url: z.url().describe('URL of the page, after redirects.'),
  status: z.int().describe('HTTP status of the page.'),
  attempts: z.int().min(1).describe('Number of attempts: 1 if the first one succeeded.'),
  language: z
    .string()
    .exactOptional()
    .describe(
      'Language of the page as two letters, such as `de`. If it is not the requested one, there is a gap. Absent if the page was not found.',
    ),
  fetched_at: z.iso
    .datetime({ offset: true })
    .describe('Time at which the page was fetched [ISO 8601]. For a saved page, the time at which it was saved.'),
});

/** Schema of `ResponseMeta`. `gaps`, `source`, `queued_ms` and `cached_at` are extensions: a service can omit them. */
export const ResponseMetaSchema = object('Metadata of a response.', {
  marketplace: z.enum(MARKETPLACES).describe('Marketplace of the request.'),
  language: z.enum(LANGUAGES).describe('Language of the request.'),
  timing_ms: count.describe('Time from request to response [milliseconds].'),
  request_url: z.url().describe('API URL of the call.'),
  timestamp: z.iso.datetime({ offset: true }).describe('Time of the response [ISO 8601].'),
  request_id: z.uuid().describe('Id of the request [UUID]. Include it when you report a problem.'),
  usage: UsageSchema.describe('The credits of the call.'),
  gaps: z
    .array(GapSchema)
    .exactOptional()
    .describe('What the page lacks, or has other than requested. Absent if there is nothing to report.'),
  source: SourcePageSchema.exactOptional().describe(
    'The page of the response. Absent if the service does not send it.',
  ),
  queued_ms: count
    .exactOptional()
    .describe('Time that the call waited for its turn [milliseconds]. Absent if it did not wait.'),
  cached_at: z.iso
    .datetime({ offset: true })
    .exactOptional()
    .describe('Time of the result, if it is an earlier one [ISO 8601]. Absent if it was fetched for the call.'),
});

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

/** Returns the extensions of a `meta` that was not validated, as far as they are valid. */
export function readExtensions(meta: object): MetaExtensions {
  const { gaps, source, queued_ms, cached_at } = ResponseMetaSchema.shape;
  const given: { [Name in keyof MetaExtensions]?: unknown } = meta;
  const read = Object.entries({ gaps, source, queued_ms, cached_at }).map(
    ([name, schema]) => [name, schema.safeParse(given[name as keyof MetaExtensions]).data] as const,
  );
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** Schema of what all envelopes have in common. */
export const EnvelopeFrameSchema = z.object({
  success: z.literal(true).describe('Always `true`. Failures have a body of another shape.'),
  found: z.boolean().describe('Whether the entity exists. `false` is not an error, and is billed.'),
  page_type: z.string().describe('Type of the page, which decides the shape of `data`.'),
  data: z.unknown().describe('Data of the page. `null` when the entity was not found.'),
  meta: ResponseMetaSchema.describe('About the request.'),
});

/** Returns the schema of the envelope of a page type. */
export function envelopeSchema<Type extends string, Data extends z.ZodType>(pageType: Type, data: Data) {
  const common = { success: z.literal(true), page_type: z.literal(pageType), meta: ResponseMetaSchema };
  return z.discriminatedUnion('found', [
    z.object({ ...common, found: z.literal(true), data }),
    z.object({ ...common, found: z.literal(false), data: z.null() }),
  ]);
}
