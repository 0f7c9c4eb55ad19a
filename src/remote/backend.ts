/** The remote backend: parameters -> request -> response of the service -> envelope. */
import type { Call } from '../client/call.ts';
import { type Backend, Runner } from '../client/runner.ts';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { LiveEnvelope, Usage } from '../contract/envelope.ts';
import { readMeta } from '../contract/error-body.ts';
import { BadRequestError, ParseError } from '../contract/errors.ts';
import { fieldsOf } from '../contract/fields.ts';
import { isRecord } from '../contract/json.ts';
import type { FullParams } from '../contract/marketplace.ts';
import { requestUrl } from '../contract/request-params.ts';
import { withoutEchoes } from '../options/secrets.ts';
import { currentKey } from './api-key.ts';
import { sendRequest, shownResponse } from './connection.ts';
import { type Drift, DriftWatch } from './drift-watch.ts';
import { readResponse } from './response.ts';
import type { RemoteSettings } from './settings.ts';
import type { Transport } from './transport.ts';

/** Opens the backend that calls a hosted `/v1` service. */
export const openRemoteBackend = (settings: RemoteSettings, transport: Transport): Runner =>
  new Runner(settings, (_ledger, now) => remoteBackend(settings, transport, now));

function remoteBackend(settings: RemoteSettings, transport: Transport, now: () => number): Backend {
  const { baseUrl, maxBytes, apiKey } = settings;
  const watch = new DriftWatch();
  /** Whether the service accepts the parameter `fields`. `undefined` until a call tells. */
  let knowsFields: boolean | undefined;

  const send = async (
    call: Call,
    params: FullParams<EndpointName>,
    idempotencyKey: string,
    signal: AbortSignal,
  ): Promise<LiveEnvelope> => {
    const { endpoint, headers } = call;
    const { method } = endpoints[endpoint];
    const url = requestUrl(baseUrl, endpoint, params);
    const body = method === 'POST' ? JSON.stringify(params) : undefined;
    const key = await currentKey(apiKey);
    call.emit('request', { url });
    const request = { method, url, headers, body, maxBytes, key, idempotencyKey, signal };
    const response = await sendRequest(transport, request);
    call.emit('response', { status: response.status, bytes: response.bytes });
    call.received(() => shownResponse(response, key));
    const envelope = readResponse(response, { now: now(), redact: (text) => withoutEchoes(text, key) });
    await checkDrift(call, envelope, settings, watch, fieldsOf(params) !== undefined);
    const { usage } = readMeta(envelope.meta);
    if (usage === undefined) return withoutUsage(envelope);
    // A response that is repeated to a later attempt was charged by this call.
    const isPaidBefore = call.attempt === 1 && response.headers['idempotency-replayed'] === 'true';
    return isPaidBefore ? withUsage(envelope, { ...usage, requests_consumed: 0 }) : envelope;
  };

  return {
    chargesKeysOnce: false,
    connections: () => settings.maxConnections,
    /** Makes an attempt, once more without `fields` if the service does not know that parameter. */
    async attempt(call, params, signal) {
      const { idempotencyKey: id = call.requestId } = call;
      if (fieldsOf(params) === undefined) return send(call, params, id, signal);
      const { fields: _, ...others } = params as typeof params & { fields?: unknown };
      // Another request needs another key: a service refuses one that it knows with other parameters.
      const without = () => send(call, others as typeof params, wholeId(id), signal);
      if (knowsFields === false) return without();
      try {
        const envelope = await send(call, params, id, signal);
        knowsFields = true;
        return envelope;
      } catch (error) {
        if (knowsFields || !isOfFields(error)) throw error;
        const envelope = await without();
        knowsFields = false;
        return envelope;
      }
    },
    async close() {
      transport.close();
    },
  };
}

/** Reports differences between a response and the contract to listeners. A strict marketplace checks every response, and throws. */
async function checkDrift(
  call: Call,
  envelope: LiveEnvelope,
  { strict, drift: differencesOf }: RemoteSettings,
  watch: DriftWatch,
  isPartial: boolean,
): Promise<void> {
  const { page_type, meta } = envelope;
  const isDue = strict || (call.isHeard('drift') && watch.isDue(page_type));
  if (!isDue || typeof differencesOf !== 'function') return;
  const drift = await differencesOf(call.endpoint, envelope, isPartial);
  for (const difference of drift) {
    const { path, expected, got } = difference;
    if (watch.isNew(page_type, difference)) call.emit('drift', { path, expected, got });
  }
  const breach = strict ? drift.find(({ isAddition }) => !isAddition) : undefined;
  if (breach !== undefined) throw breachOf(breach, meta);
}

/** Whether a service has refused a call because it does not know the parameter `fields`. It can name the parameter in the message only. */
function isOfFields(error: unknown): boolean {
  if (!(error instanceof BadRequestError) || error.code === 'INVALID_CONFIGURATION') return false;
  return (error.parameter ?? /\bfields\b/.exec(error.message)?.[0]) === 'fields';
}

/** Characters of a key that have a place behind `whole:`. */
const LONGEST_ID = 249;

const wholeId = (id: string): string => `whole:${id.slice(-LONGEST_ID)}`;

const withUsage = (envelope: LiveEnvelope, usage: Usage): LiveEnvelope => ({
  ...envelope,
  meta: { ...Object(envelope.meta), usage },
});

/** A service can omit the credits. Those that are not counts would be added up to something else. */
function withoutUsage(envelope: LiveEnvelope): LiveEnvelope {
  if (!isRecord(envelope.meta)) return envelope;
  const { usage: _, ...meta } = envelope.meta;
  return { ...envelope, meta };
}

function breachOf({ path, expected, got }: Drift, meta: unknown): ParseError {
  const { requestId, usage } = readMeta(meta);
  return new ParseError(`${path}: the service sent ${got}: expected ${expected}. The marketplace is strict.`, {
    requestId,
    usage,
    billed: (usage?.requests_consumed ?? 0) > 0,
  });
}
