/** The handlers of endpoints in tests, and what they may return. */
import { ENDPOINT_NAMES, type EndpointName } from '../contract/endpoints.ts';
import type { ResponseMeta } from '../contract/envelope.ts';
import { InternalError } from '../contract/errors.ts';
import { fieldsOf, withFields } from '../contract/fields.ts';
import type { PageDataByType } from '../contract/generated/endpoints.ts';
import type { AnyEnvelope, EnvelopeOf, FullParams, ResponsePageType } from '../contract/marketplace.ts';
import type { PageType } from '../contract/page-types.ts';
import { targetPage } from '../local/requests.ts';
import { invalidSetting, type Setting } from '../options/checks.ts';
import { shownValue } from '../options/secrets.ts';
import type { OptionTable } from '../options/table.ts';
import type { DetectedPage } from '../pages/index.ts';
import { answerFor } from './answer.ts';
import { assertData } from './answers/assert-data.ts';
import { ANY_SUBJECT, filled, type Subject } from './answers/subject.ts';

/** The result of a handler: an envelope of `answer` or a whole one, the data alone, `null` for an entity that does not exist, or an error to throw. */
export type FakeResult<Name extends EndpointName> =
  | EnvelopeOf<Name>
  | PageDataByType[ResponsePageType<Name>]
  | Error
  | null;

/** The call that a handler responds to. */
export interface FakeContext {
  /** Number of the attempt, starting at 1. */
  attempt: number;
  /** Aborted when the call is aborted or times out. */
  signal: AbortSignal;
}

/** Responds to the calls of an endpoint: a result, or a function of the parameters, which have all defaults. */
export type FakeHandler<Name extends EndpointName> =
  | FakeResult<Name>
  | ((params: FullParams<Name>, context: FakeContext) => FakeResult<Name> | Promise<FakeResult<Name>>);

/** The handlers of a fake. */
export type FakeHandlers = { [Name in EndpointName]?: FakeHandler<Name> | undefined };

const HANDLER = {
  check: ({ name, value }: Setting) => {
    if (typeof value === 'function' || typeof value === 'object') return value as never;
    throw invalidSetting(name, value, 'is not valid: expected an envelope, data, null, an error or a function.');
  },
};

/** The checks of the handlers: one for each endpoint. */
export const FAKE_HANDLERS = Object.fromEntries(
  ENDPOINT_NAMES.map((name) => [name, HANDLER]),
) as unknown as OptionTable<FakeHandlers>;

/** A call of a handler. */
export interface HandlerCall<Name extends EndpointName> extends FakeContext {
  name: Name;
  params: FullParams<Name>;
  /** The `meta` of the envelope, where the handler sets none. */
  meta: ResponseMeta;
}

/** Calls a handler and returns the envelope, with only the `fields` of the call. @throws the error of the handler; BadRequestError `INVALID_CONFIGURATION` for wrong data; InternalError for another result */
export async function handled<Name extends EndpointName>(
  handler: FakeHandler<Name>,
  { name, params, meta, attempt, signal }: HandlerCall<Name>,
): Promise<EnvelopeOf<Name>> {
  // A URL of another site is an error before any handler runs, as in the local backend.
  const { detected } = targetPage(name, params);
  const respond = handler as FakeResult<Name> | ((params: object, context: FakeContext) => Promise<FakeResult<Name>>);
  const result = typeof respond === 'function' ? await respond(params, { attempt, signal }) : respond;
  if (result instanceof Error) throw result;
  return withFields(envelopeFrom(name, result, detected, meta), fieldsOf(params)) as EnvelopeOf<Name>;
}

/** Returns the subject of a page that a call requests. */
function subjectOf({ page = 1, ...facts }: DetectedPage): Subject {
  const { marketplace, asin, keyword, node, seller_id } = facts;
  return { ...ANY_SUBJECT, ...filled<Partial<Subject>>({ marketplace, asin, keyword, node, seller_id }), page };
}

function envelopeFrom(name: EndpointName, result: unknown, detected: DetectedPage, meta: ResponseMeta): AnyEnvelope {
  const { page_type } = detected;
  if (result === null) return { success: true, found: false, page_type, data: null, meta } as AnyEnvelope;
  if (typeof result !== 'object') throw wrongResult(name, `returned ${shownValue(result)}`);
  if (!isEnvelope(result)) {
    assertData(page_type, result, name);
    return { success: true, found: true, page_type, data: result, meta } as AnyEnvelope;
  }
  assertType(name, result, page_type);
  return (answerFor(result, subjectOf(detected), meta) ?? result) as AnyEnvelope;
}

function isEnvelope(result: object): result is AnyEnvelope {
  return 'success' in result && 'meta' in result;
}

/** A handler that returns the wrong page would hide a mistake of the test. */
function assertType(name: EndpointName, { page_type }: { page_type: PageType }, expected: PageType): void {
  if (page_type === expected) return;
  throw wrongResult(name, `returned an envelope of the page type "${page_type}", not of "${expected}"`);
}

function wrongResult(name: EndpointName, what: string): InternalError {
  return new InternalError(
    `${name}: the handler of the fake marketplace ${what}: expected an envelope, the data of the page, null or an error.`,
    { retryable: false },
  );
}

/**
 * Returns a handler that uses the given ones in turn: the first for the first attempt, and the last for all that follow.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` without a handler
 * @example
 * const fake = fakeMarketplace({ product: inTurn(errorOf('CAPTCHA'), answer('product')) }, { retries: 1 });
 */
export function inTurn<Name extends EndpointName>(
  ...handlers: readonly FakeHandler<Name>[]
): (params: FullParams<Name>, context: FakeContext) => Promise<FakeResult<Name>> {
  if (handlers.length === 0) throw invalidSetting('handlers', undefined, 'missing: expected at least one handler.');
  let attempts = 0;
  return async (params, context) => {
    const handler = handlers[Math.min(attempts++, handlers.length - 1)] as FakeHandler<Name>;
    return typeof handler === 'function' ? handler(params, context) : (handler as FakeResult<Name>);
  };
}
