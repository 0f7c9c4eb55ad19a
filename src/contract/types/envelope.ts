/** Written by `npm run contract` out of src/contract/envelope.ts: change it there. */
import type { Language, MarketplaceCode } from '../codes.ts';

/** The credits of a call. */
export type Usage = {
  /** Credits charged for this request: 1 for any answer, found or not; 0 for failures. */
  requests_consumed: number;
  /** Credits left across all active packs. */
  requests_remaining: number;
};

/** About the request. */
export type ResponseMeta = {
  /** The marketplace that was asked. */
  marketplace: MarketplaceCode;
  /** The language that was asked for. */
  language: Language;
  /** Time from receipt to response, in milliseconds. */
  timing_ms: number;
  /** The API address of the call. */
  request_url: string;
  /** When the response was made: ISO 8601. */
  timestamp: string;
  /** Unique for each request, a UUID: quote it when you ask for help. */
  request_id: string;
  /** The credits of the call. */
  usage: Usage;
};
