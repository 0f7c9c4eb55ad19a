/** The envelope around every answer (specification, "Response envelope", "meta", "meta.usage"). */
import { z } from 'zod';
import { LANGUAGES, MARKETPLACES } from './codes.ts';
import { count } from './data/shared.ts';

/** Credits (specification, meta.usage). */
export const UsageSchema = z.object({
  /** Credits charged for this request: `1` for any answer, found or not; `0` for failures. */
  requests_consumed: count,
  /** Credits left across all active packs. */
  requests_remaining: count,
});
/** Credits (specification, meta.usage). */
export type Usage = z.infer<typeof UsageSchema>;

/** About the request (specification, ResponseMeta). */
export const ResponseMetaSchema = z.object({
  marketplace: z.enum(MARKETPLACES),
  /** The language asked for. */
  language: z.enum(LANGUAGES),
  /** From receipt to response, in milliseconds. */
  timing_ms: count,
  /** The API URL of the call. */
  request_url: z.url(),
  /** When the response was made: ISO 8601. */
  timestamp: z.iso.datetime({ offset: true }),
  /** A UUID, unique for each request. */
  request_id: z.uuid(),
  usage: UsageSchema,
});
/** About the request (specification, ResponseMeta). */
export type ResponseMeta = z.infer<typeof ResponseMetaSchema>;

/** The entity exists. */
export interface Found<Type extends string, Data> {
  success: true;
  found: true;
  page_type: Type;
  data: Data;
  meta: ResponseMeta;
}

/** The marketplace knows no such entity. It is no error, and it is billed. */
export interface NotFound<Type extends string> {
  success: true;
  found: false;
  page_type: Type;
  data: null;
  meta: ResponseMeta;
}

/** An answer: branch on `found`. */
export type Envelope<Type extends string, Data> = Found<Type, Data> | NotFound<Type>;

/** The schema of the envelope of one page type. */
export function envelopeSchema<Type extends string, Data extends z.ZodType>(pageType: Type, data: Data) {
  const common = { success: z.literal(true), page_type: z.literal(pageType), meta: ResponseMetaSchema };
  return z.discriminatedUnion('found', [
    z.object({ ...common, found: z.literal(true), data }),
    z.object({ ...common, found: z.literal(false), data: z.null() }),
  ]);
}
