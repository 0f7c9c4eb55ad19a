/** The envelope around every answer (specification, "Response envelope", "meta", "meta.usage"). */
import * as z from 'zod';
import { LANGUAGES, MARKETPLACES } from './codes.ts';
import { count } from './data/shared.ts';
import type { ResponseMeta } from './types/envelope.ts';

export type { ResponseMeta, Usage } from './types/envelope.ts';

/** The credits of a call. */
export const UsageSchema = z.object({
  /** Credits charged for this request: 1 for any answer, found or not; 0 for failures. */
  requests_consumed: count,
  /** Credits left across all active packs. */
  requests_remaining: count,
});

/** About the request. */
export const ResponseMetaSchema = z.object({
  /** The marketplace that was asked. */
  marketplace: z.enum(MARKETPLACES),
  /** The language that was asked for. */
  language: z.enum(LANGUAGES),
  /** Time from receipt to response, in milliseconds. */
  timing_ms: count,
  /** The API address of the call. */
  request_url: z.url(),
  /** When the response was made: ISO 8601. */
  timestamp: z.iso.datetime({ offset: true }),
  /** Unique for each request, a UUID: quote it when you ask for help. */
  request_id: z.uuid(),
  /** The credits of the call. */
  usage: UsageSchema,
});

/** The entity exists. */
export interface Found<Type extends string, Data> {
  /** Always `true`: failures have a body of another shape. */
  success: true;
  /** Whether the marketplace knows the entity: branch on it. `false` is no error, and is billed. */
  found: true;
  /** What kind of page was read; it tells the shape of `data`. */
  page_type: Type;
  /** What was read of the page; `null` when nothing was found. */
  data: Data;
  /** About the request. */
  meta: ResponseMeta;
}

/** The marketplace knows no such entity. It is no error, and it is billed. */
export interface NotFound<Type extends string> {
  /** Always `true`: failures have a body of another shape. */
  success: true;
  /** Whether the marketplace knows the entity: branch on it. `false` is no error, and is billed. */
  found: false;
  /** What kind of page was looked for. */
  page_type: Type;
  /** Nothing was found. */
  data: null;
  /** About the request. */
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
