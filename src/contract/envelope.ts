/** The envelope around the data of a page. */
import type { ResponseMeta } from './generated/envelope.ts';

export type * from './generated/envelope.ts';

/** The members of `meta` that a service can omit. */
export type MetaExtensions = Pick<ResponseMeta, 'gaps' | 'source' | 'queued_ms' | 'cached_at'>;

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
  /** Data of the page. `null` when the entity was not found. */
  data: null;
  /** About the request. */
  meta: ResponseMeta;
}

/** The result of a call: branch on `found`. */
export type Envelope<Type extends string, Data> = Found<Type, Data> | NotFound<Type>;

/** An envelope as a service sent it. It is not validated, so only `found` is certain. */
export interface LiveEnvelope {
  /** Whether the entity exists. */
  readonly found: boolean;
  /** Type of the page. */
  readonly page_type?: unknown;
  /** The data, as the service sent it. */
  readonly data?: unknown;
  /** Facts about the response, as the service sent them. */
  readonly meta?: unknown;
}

/** `meta.usage.requests_remaining` of a marketplace without a limit. */
export const UNLIMITED_CREDITS = Number.MAX_SAFE_INTEGER;
