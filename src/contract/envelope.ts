/** The envelope around the data of a page. */
import * as z from 'zod';
import { LANGUAGES, MARKETPLACES } from './codes.ts';
import { count } from './data/scalars.ts';
import type { ResponseMeta } from './types/envelope.ts';

export type { ResponseMeta, Usage } from './types/envelope.ts';

/** Schema of {@link Usage}. */
export const UsageSchema = z
  .object({
    requests_consumed: count.describe('Credits charged for the call: 1 for a response, found or not, 0 for a failure.'),
    requests_remaining: count.describe('Credits left in all active packs.'),
  })
  .describe('Credits of a call.');

/** Schema of {@link ResponseMeta}. */
export const ResponseMetaSchema = z
  .object({
    marketplace: z.enum(MARKETPLACES).describe('Marketplace of the request.'),
    language: z.enum(LANGUAGES).describe('Language of the request.'),
    timing_ms: count.describe('Time from request to response [milliseconds].'),
    request_url: z.url().describe('API URL of the call.'),
    timestamp: z.iso.datetime({ offset: true }).describe('Time of the response [ISO 8601].'),
    request_id: z.uuid().describe('Id of the request [UUID]. Include it when you report a problem.'),
    usage: UsageSchema.describe('The credits of the call.'),
  })
  .describe('Metadata of a response.');

/** The response for an entity that exists. */
export interface Found<Type extends string, Data> {
  /** Always `true`. Failures have a body of another shape. */
  success: true;
  /** Whether the entity exists. `false` is not an error, and is billed. */
  found: true;
  /** Type of the page, which decides the shape of `data`. */
  page_type: Type;
  /** Data of the page. `null` when the entity was not found. */
  data: Data;
  /** About the request. */
  meta: ResponseMeta;
}

/** The response for an entity that does not exist. It is not an error, and is billed. */
export interface NotFound<Type extends string> {
  /** Always `true`. Failures have a body of another shape. */
  success: true;
  /** Whether the entity exists. `false` is not an error, and is billed. */
  found: false;
  /** Type of the requested page. */
  page_type: Type;
  /** Always `null`. */
  data: null;
  /** About the request. */
  meta: ResponseMeta;
}

/** What a call resolves to: branch on `found`. */
export type Envelope<Type extends string, Data> = Found<Type, Data> | NotFound<Type>;

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
