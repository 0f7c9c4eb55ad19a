/** The result of a call. */
import type { Failure } from './failure.ts';
import type { StoredResponse } from './store.ts';

/** A response as it is sent. */
export type SentResponse = Pick<StoredResponse, 'requestId' | 'found' | 'body'>;

/** The result of a call: the response of a charged call, or a failure. */
export type Result = { response: SentResponse } | { failure: Failure };
