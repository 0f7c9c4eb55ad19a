import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { HeldResults } from '../../../src/deliver/hold.ts';
import { signedWebhook, verifyWebhook, webhookSecret } from '../../../src/deliver/webhook-signature.ts';
import { jsonObject } from '../../../src/options/checks.ts';
import type { JobResult } from '../../../src/queue/result-types.ts';
import { webhookResults } from '../../../src/queue/results/webhook-results.ts';
import { readResponse } from '../../../src/remote/response.ts';
import { failureOf, NEVER, openReceiver, resultOf } from './results.ts';

/** The secret of the examples of the Standard Webhooks libraries. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const FAST = { firstRetryMs: 1, longestRetryMs: 5 };
const reply =
  (status: number, headers: Record<string, string> = {}) =>
  (_: number, response: ServerResponse) =>
    void response.writeHead(status, headers).end();

/** Returns a list that has so many levels. */
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

/** The headers that a receiver gets, signed as the specification says. */
function signed(body: string, { id = 'msg_1', secret = SECRET, at = Date.now() } = {}) {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

describe('the signature of a webhook', () => {
  it('is that of the published example', () => {
    const secret = webhookSecret({ name: 'secret', value: SECRET });
    const { headers } = signedWebhook(
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      '{"test": 2432232314}',
      secret,
      1_614_265_330_000,
    );
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    expect(headers['webhook-timestamp']).toBe('1614265330');
  });

  it('is verified with any of several secrets, and with any of several signatures', () => {
    const body = JSON.stringify({ type: 'job.succeeded', timestamp: '', data: resultOf('a') });
    const headers = signed(body);
    for (const secret of [SECRET, [OTHER_SECRET, SECRET]])
      expect(verifyWebhook({ body, headers, secret }).data).toEqual(resultOf('a'));
    const several = { ...headers, 'webhook-signature': `v1a,x v1,AAAA ${headers['webhook-signature']}` };
    expect(verifyWebhook({ body: Buffer.from(body), headers: new Headers(several), secret: SECRET }).type).toBe(
      'job.succeeded',
    );
  });

  it.each([
    ['another body', { body: '{"a":2}' }, 'has no signature of this secret'],
    ['another secret', { secret: OTHER_SECRET }, 'has no signature of this secret'],
    ['another id', { headers: { ...signed('{"a":1}'), 'webhook-id': 'msg_2' } }, 'has no signature of this secret'],
    ['a missing header', { headers: { ...signed('{"a":1}'), 'webhook-id': '' } }, 'has no header webhook-id'],
    ['an old timestamp', { headers: signed('{"a":1}', { at: Date.now() - 301_000 }) }, 'too old, in the future'],
    ['a future timestamp', { headers: signed('{"a":1}', { at: Date.now() + 302_000 }) }, 'too old, in the future'],
    [
      'a timestamp that is not a number',
      { headers: { ...signed('{"a":1}'), 'webhook-timestamp': '1e9' } },
      'not a number of seconds',
    ],
  ])('is refused for %s', (_, changed, message) => {
    const verify = () => verifyWebhook({ body: '{"a":1}', headers: signed('{"a":1}'), secret: SECRET, ...changed });
    expect(verify).toThrow(message);
    expect(verify).toThrow(expect.objectContaining({ code: 'UNAUTHORIZED' }));
  });
});

it.each([
  '',
  'a=1',
  '{"a":1}',
  '{"type":"job.succeeded","data":{}}',
  '[]',
  'null',
  '"text"',
  '{"a":1',
  `{"a":${'['.repeat(200)}${']'.repeat(200)}}`,
])('a webhook is refused whose body has a right signature, and is not an event: %j', (body) => {
  const verify = () => verifyWebhook({ body, headers: signed(body), secret: SECRET });
  expect(verify).toThrow(
    expect.objectContaining({
      code: 'UNAUTHORIZED',
      message:
        'webhook: the request has a body that is not a JSON object of at most 200 levels with type, timestamp and data.',
    }),
  );
});

describe('webhookResults', () => {
  it('posts what its receiver can read: the deepest extra and the deepest response of a service', async () => {
    await using receiver = await openReceiver(reply(204));
    const sink = webhookResults({ url: receiver.url, secret: SECRET });
    const extra = jsonObject({ name: 'extra', value: { deep: deep(189) } });
    const response = { found: true, page_type: 'product', data: { asin: 'B0LANTERN1', deep: deep(188) }, meta: {} };
    const envelope = readResponse(
      { status: 200, headers: {}, body: JSON.stringify(response) },
      { now: 0, redact: (text) => text },
    ) as NonNullable<JobResult['envelope']>;
    await sink.deliver(resultOf('one', { extra, envelope }), NEVER);
    const [{ body = '', headers = {} } = {}] = receiver.requests;
    expect(verifyWebhook({ body, headers, secret: SECRET }).data).toMatchObject({ extra, envelope });
  });

  it('posts a signed event, with the key of the result as its id', async () => {
    await using receiver = await openReceiver(reply(204));
    const sink = webhookResults({ url: receiver.url, secret: SECRET });
    await sink.deliver(resultOf('one'), NEVER);
    await sink.deliver(failureOf('one'), NEVER);
    await sink.close?.();
    const events = receiver.requests.map(({ body, headers }) => verifyWebhook({ body, headers, secret: SECRET }));
    expect(events).toEqual([
      { type: 'job.succeeded', timestamp: resultOf('one').at, data: resultOf('one') },
      { type: 'job.failed', timestamp: resultOf('one').at, data: failureOf('one') },
    ]);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(['one', 'one-failed']);
    expect(receiver.requests[0]?.headers['content-type']).toBe('application/json');
  });

  it('holds a result until the receiver takes it, with the same id and a new timestamp', async () => {
    const statuses = [500, 503, 429, 401, 404, 408, 200];
    await using receiver = await openReceiver((number, response) =>
      reply(statuses[number - 1] ?? 599)(number, response),
    );
    const held: HeldResults[] = [];
    let now = 1_700_000_000_000;
    const sink = webhookResults({
      url: receiver.url,
      secret: SECRET,
      ...FAST,
      onHold: (one) => void held.push(one),
      now: () => (now += 1_000),
    });
    await sink.deliver(resultOf('one'), NEVER);
    expect(receiver.requests).toHaveLength(7);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(['one']));
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(7);
    for (const { body, headers } of receiver.requests) verifyWebhook({ body, headers, secret: SECRET, now: () => now });
    expect(held.map(({ failures }) => failures)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(held[0]?.error.message).toBe(
      `${receiver.url.replace('hook/secret-path', '***')} returned the status 500 for a result: expected 2xx.`,
    );
  });

  it('waits as long as Retry-After asks', async () => {
    await using receiver = await openReceiver((number, response) =>
      reply(number === 1 ? 503 : 200, { 'retry-after': '0.02' })(number, response),
    );
    const held: HeldResults[] = [];
    const sink = webhookResults({ url: receiver.url, secret: SECRET, ...FAST, onHold: (one) => void held.push(one) });
    await sink.deliver(resultOf('one'), NEVER);
    expect(held.map(({ waitMs }) => waitMs)).toEqual([20]);
  });

  it('waits for an hour at most, whatever Retry-After asks', async () => {
    await using receiver = await openReceiver(reply(503, { 'retry-after': '9'.repeat(20) }));
    const stopped = new AbortController();
    const held: HeldResults[] = [];
    const onHold = (one: HeldResults) => {
      held.push(one);
      stopped.abort();
    };
    const sink = webhookResults({ url: receiver.url, secret: SECRET, ...FAST, onHold });
    await expect(sink.deliver(resultOf('one'), stopped.signal)).rejects.toThrow();
    expect(held.map(({ waitMs }) => waitMs)).toEqual([3_600_000]);
  });

  it('never follows a redirect', async () => {
    await using target = await openReceiver(reply(200));
    await using receiver = await openReceiver((number, response) =>
      reply(number < 3 ? 307 : 200, { location: target.url })(number, response),
    );
    const sink = webhookResults({ url: receiver.url, secret: SECRET, ...FAST });
    await sink.deliver(resultOf('one'), NEVER);
    expect([receiver.requests.length, target.requests.length]).toEqual([3, 0]);
  });

  it.each([400, 413, 422])('rejects a result that the receiver refuses with %i', async (status) => {
    await using receiver = await openReceiver(reply(status));
    const sink = webhookResults({ url: receiver.url, secret: SECRET, ...FAST });
    await expect(sink.deliver(resultOf('one'), NEVER)).rejects.toMatchObject({
      code: 'TRANSPORT_ERROR',
      retryable: false,
    });
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([
    ['a response that does not arrive in time', { timeoutMs: 200 }, () => undefined, 'TimeoutError'],
    ['a lost connection', {}, (response: ServerResponse) => response.destroy(), 'UND_ERR_SOCKET'],
  ])('sends a result again after %s', async (_, limit, first, code) => {
    await using receiver = await openReceiver((number, response) => {
      if (number === 1) first(response);
      else response.end();
    });
    const held: HeldResults[] = [];
    const onHold = (one: HeldResults) => void held.push(one);
    await webhookResults({ url: receiver.url, secret: SECRET, ...FAST, ...limit, onHold }).deliver(
      resultOf('one'),
      NEVER,
    );
    expect(held[0]?.error.message.replace(/^\S+ /, '')).toBe(
      `did not respond (${code}). Check that it runs, and its URL.`,
    );
    expect(receiver.requests.length).toBeGreaterThan(1);
  });

  it('takes the status of a response whose body is endless', async () => {
    await using receiver = await openReceiver((_, response) => {
      response.writeHead(200);
      for (let block = 0; block < 40; block++) response.write(Buffer.alloc(8_192));
    });
    await webhookResults({ url: receiver.url, secret: SECRET, ...FAST }).deliver(resultOf('one'), NEVER);
    expect(receiver.requests).toHaveLength(1);
  });

  it('sends one result at a time while the receiver fails, and all of them when it is back', async () => {
    let isBack = false;
    let failed = 0;
    await using receiver = await openReceiver((number, response) => {
      if (!isBack) failed++;
      reply(isBack ? 200 : 500)(number, response);
    });
    const many = Array.from({ length: 20 }, (_, index) => resultOf(`r${index}`));
    const sink = webhookResults({
      url: receiver.url,
      secret: SECRET,
      // Longer than an attempt takes on a busy machine: a slow attempt does not keep others back.
      firstRetryMs: 300,
      longestRetryMs: 300,
      onHold: ({ failures }) => {
        isBack = failures >= 5;
      },
    });
    await Promise.all(many.map((result) => sink.deliver(result, NEVER)));
    // The first attempts of all ran at the same time, then one for each wait.
    expect(failed).toBeLessThanOrEqual(20 + 4);
    const taken = receiver.requests.slice(failed).map(({ headers }) => headers['webhook-id']);
    expect(new Set(taken).size).toBe(20);
  });

  it('ends a wait when the job is handed back', async () => {
    await using receiver = await openReceiver(reply(500));
    const stop = new AbortController();
    const sink = webhookResults({
      url: receiver.url,
      secret: SECRET,
      firstRetryMs: 600_000,
      longestRetryMs: 600_000,
      onHold: () => stop.abort(new Error('stop')),
    });
    await expect(sink.deliver(resultOf('one'), stop.signal)).rejects.toThrow('stop');
  });

  it.each([
    [
      { url: 'http://example.com/hook' },
      'url: "http://example.com/***" would send data unencrypted to another machine: expected https://.',
    ],
    [{ url: 'ftp://example.com' }, 'is not valid: expected an https:// URL'],
    [{ url: 'https://user:pass@example.com/' }, 'has a user name or password'],
    [{ secret: 'whsec_c2hvcnQ=' }, 'secret: is not valid: expected "whsec_" and the Base64 of 24 to 64 random bytes.'],
    [{ timeoutMs: '10m' }, 'timeoutMs: "10m" is not valid: expected a time from 1 ms to 5 minutes'],
    [{ secret: undefined }, 'secret: missing: expected the secret that signs.'],
    [{ retries: 3 }, 'retries: is not an option of webhookResults.'],
  ])('refuses the options %j', (changed, message) => {
    const options = { url: 'https://example.com/hook', secret: SECRET, ...changed } as Parameters<
      typeof webhookResults
    >[0];
    expect(() => webhookResults(options)).toThrow(message);
  });
});
