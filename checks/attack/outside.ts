/**
 * Attacks that are no pages: responses of a service, jobs of other programs in a queue, requests on a connection. The same seed and number make the same
 * attack.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { askedWaitMs } from '../../src/client/retries.ts';
import { ENDPOINT_NAMES, type EndpointName } from '../../src/contract/endpoints.ts';
import { type AnyEnvelope, callOf } from '../../src/contract/marketplace.ts';
import { UnavailableError } from '../../src/entries/index.ts';
import { createRemoteMarketplace } from '../../src/entries/remote.ts';
import { listen } from '../../src/entries/service.ts';
import { fixtureMarketplace } from '../../src/entries/testing.ts';
import { isIdempotencyKey } from '../../src/options/call-options.ts';
import { allOffers, categoryPages, searchPages } from '../../src/paging/index.ts';
import { AttemptFailed } from '../../src/queue/job-run.ts';
import { lookAt } from '../../src/watch/looks/look-at.ts';
import { sqliteWatchStore } from '../../src/watch/sqlite-store.ts';
import { hostileText } from '../../test/hostile-texts.ts';
import { job, params, running, UnrecoverableError } from '../../test/queue/job-runs.ts';
import { fakeMarketplace } from '../../test/queue/support.ts';
import { oddly, TARGETS } from '../../test/watch/targets.ts';
import { target, visit } from '../../test/watch/visits.ts';
import { ofError } from './verdict.ts';

/** An attack of each kind. `run` returns what was wrong with the outcome. */
interface OutsideAttack {
  what: string;
  run: () => Promise<string | undefined>;
}

/** Longest wait that somebody else may ask for [milliseconds]. */
const LONGEST_MS = 3_600_000;
const wait = fc.constantFrom(
  ...['0', '-1', '1e9', '99999999999', 'Infinity', 'NaN', '9'.repeat(8_000), 'Fri, 31 Dec 9999 23:59:59 GMT', ''],
);

const paramsOf: Readonly<Record<EndpointName, object>> = {
  product: { asin: 'B0LANTERN1' },
  search: { keyword: 'camping lantern' },
  offers: { asin: 'B0LANTERN1' },
  seller: { sellerId: 'A1LARKMOOR0US' },
  category: { node: '7000001' },
  scrape: { url: 'https://www.amazon.com/dp/B0LANTERN1' },
};

/** The honest response of each endpoint. */
const envelopes = new Map<EndpointName, AnyEnvelope>();
await using fixtures = fixtureMarketplace();
for (const endpoint of ENDPOINT_NAMES)
  envelopes.set(endpoint, await callOf(fixtures)(endpoint as 'product', paramsOf[endpoint] as never));

/** A response of a service: some members have other types, the status and the headers are any. */
const response = fc
  .constantFrom(...ENDPOINT_NAMES)
  .chain((endpoint) =>
    fc.record({
      endpoint: fc.constant(endpoint),
      body: oddly(fc.constant(envelopes.get(endpoint) ?? {})),
      status: fc.constantFrom(200, 200, 200, 200, 202, 302, 400, 401, 402, 422, 429, 500, 503),
      wait: fc.option(wait, { nil: undefined }),
    }),
  )
  .map(({ endpoint, body, status, wait }): OutsideAttack => {
    const headers = wait === undefined ? {} : { 'retry-after': wait };
    return {
      what: `${endpoint}, ${status}, ${JSON.stringify(headers)}: ${JSON.stringify(body).slice(0, 2_000)}`,
      run: async () => {
        await using marketplace = createRemoteMarketplace({
          apiKey: `bb_0123456789ab_${'K'.repeat(43)}`,
          baseUrl: 'https://api.example.com',
          retries: 0,
          transport: {
            send: async () => ({ status, headers, body: Buffer.from(JSON.stringify(body)) }),
            close: () => undefined,
          },
        });
        try {
          const envelope = await callOf(marketplace)(endpoint as 'product', paramsOf[endpoint] as never);
          await watched(envelope);
          for await (const _ of searchPages(marketplace, { keyword: 'lantern' }, { maxPages: 3 }));
          for await (const _ of categoryPages(marketplace, { node: '7000001' }, { maxPages: 3 }));
          await allOffers(marketplace, { asin: 'B0LANTERN1' }, { maxPages: 3 });
        } catch (error) {
          return faultOf(error);
        }
        return undefined;
      },
    };
  });

/** Looks at an envelope, and records the look: neither may fail, whatever the values are. */
async function watched(envelope: AnyEnvelope): Promise<void> {
  const place = Object.hasOwn(TARGETS, envelope.page_type) ? TARGETS[envelope.page_type as 'product'] : undefined;
  if (place === undefined) return;
  const look = lookAt(place, [envelope]);
  const store = sqliteWatchStore();
  await store.add([target('a')]);
  const isRecorded = await store.record(visit('a', 1, look, { envelopes: [envelope] }));
  await store.close();
  if (!isRecorded) throw new Error('the look was not recorded');
}

/** A job that another program added, on a marketplace that asks for a wait. */
const foreignJob = fc
  .record({
    fields: oddly(
      fc.constant({ id: 'id', name: 'product', data: { params, key: 'k', extra: { a: 1 }, uniqueUntil: 5 } }),
    ),
    id: fc.option(hostileText, { nil: undefined }),
    attempts: fc.constantFrom(1, 3),
    retryAfterMs: fc.constantFrom(-1, 0, 5, 1e12, 1e300, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY, Number.NaN),
  })
  .map(
    ({ fields, id, attempts, retryAfterMs }): OutsideAttack => ({
      what: `${JSON.stringify({ ...fields, ...(id === undefined ? {} : { id }), attempts })}, a wait of ${retryAfterMs} ms`,
      run: async () => {
        const marketplace = fakeMarketplace(() => {
          throw new UnavailableError('away', { retryAfterMs });
        });
        const stored = job({ ...fields, ...(id === undefined ? {} : { id }), opts: { attempts } });
        const { outcome, pauses, results } = running(stored, { marketplace });
        const end = await outcome;
        if (pauses.length > 0) return 'the worker paused';
        if (end instanceof AttemptFailed) return delayFault(end.delayMs);
        if (!(end instanceof UnrecoverableError)) return `the job ended with ${end}`;
        return results.every(({ key }) => isIdempotencyKey(key)) ? undefined : 'the key of a result is not valid';
      },
    }),
  );

/** Requests that are sent at once on one connection. */
const pipelined = fc
  .record({
    count: fc.constantFrom(1, 2, 50, 100, 101, 500, 5_000),
    method: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'M-SEARCH'),
    head: fc.constantFrom(
      '',
      'expect: 100-continue\r\n',
      'expect: x\r\n',
      'connection: close\r\n',
      'upgrade: x\r\nconnection: upgrade\r\n',
    ),
    body: fc.constantFrom(
      '',
      'content-length: 3\r\n\r\nabc',
      'transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
      'content-length: 1000000\r\n\r\nabc',
    ),
    host: fc.constantFrom('host: x\r\n', '', 'host: x\r\nhost: y\r\n'),
    isRead: fc.boolean(),
  })
  .map(({ count, method, head, body, host, isRead }): OutsideAttack => {
    const request = `${method} / HTTP/1.1\r\n${host}${head}${body || '\r\n'}`;
    return {
      what: `${count} times ${JSON.stringify(request)}${isRead ? '' : ', responses are not read'}`,
      run: async () => {
        let atOnce = 0;
        let most = 0;
        const server = await listen(
          async () => {
            most = Math.max(most, ++atOnce);
            await new Promise((resolve) => setImmediate(resolve));
            atOnce--;
            return new Response('r'.repeat(1_000));
          },
          { port: 0, graceMs: 0 },
        );
        const { port, hostname } = new URL(server.url);
        const socket = connect(Number(port), hostname).on('error', () => undefined);
        await once(socket, 'connect');
        if (isRead) socket.resume();
        socket.write(request.repeat(count));
        const other = await fetch(server.url).then((response) => response.text());
        const callers = most;
        socket.destroy();
        await server.close();
        if (other.length !== 1_000) return 'another caller got no response';
        return callers > 2 ? `${callers} requests ran at once, expected one of each connection` : undefined;
      },
    };
  });

const attacks = fc.oneof(
  { arbitrary: response, weight: 5 },
  { arbitrary: foreignJob, weight: 4 },
  { arbitrary: pipelined, weight: 1 },
);

/** Makes the attack with a number. Returns it in words, and what was wrong with its outcome. */
export async function attackOutside(seed: number, number: number): Promise<{ what: string; failure?: string }> {
  const [attack] = fc.sample(attacks, { seed: Math.imul(seed, 1_000_003) + number, numRuns: 1 }) as [OutsideAttack];
  const failure = await attack.run();
  return { what: attack.what, ...(failure !== undefined && { failure }) };
}

/** Returns what is wrong with an error: it has no type, hides a fault, or asks for a wait that is too long. */
function faultOf(error: unknown): string | undefined {
  const { failure } = ofError(error);
  return failure?.detail ?? delayFault(askedWaitMs(error) ?? 0);
}

function delayFault(delayMs: number): string | undefined {
  return delayMs >= 0 && delayMs <= LONGEST_MS ? undefined : `a wait of ${delayMs} ms`;
}
