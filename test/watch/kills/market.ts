/** A service whose products change by a script, and a receiver of webhooks that fails at times. Both live outside of the process that is killed. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type EnvelopeOf, UnavailableError } from '../../../src/entries/index.ts';
import {
  buyPack,
  createKey,
  createService,
  memoryStore,
  packOffer,
  requestListener,
} from '../../../src/entries/service.ts';
import { answer, fakeMarketplace } from '../../../src/entries/testing.ts';
import { type Change, verifyWebhook } from '../../../src/entries/watch.ts';
import { oneOfList, type Random, randomOf, wholeBetween } from '../../../src/testing/living/random.ts';

/** The values of a page of the script. */
interface Page {
  price: number;
  rating: number;
  /** Differs for each page, so that each observation is a row of the history. */
  reviews: number;
}

/** A response that the service has sent. */
export interface Served extends Page {
  /** When: ISO 8601. */
  at: string;
  request_id: string;
}

const CREDITS = 100_000;

/** A service over a scripted marketplace. */
export class ScriptedService {
  /** The responses with a new idempotency key, of each product, in order. */
  readonly served = new Map<string, Served[]>();
  /** How often each idempotency key was used. */
  readonly keys = new Map<string, number>();
  /** Called when a page is asked for. */
  onCall: () => void = () => undefined;
  readonly #seed: string;
  /** When calls fail, and how long they take. */
  readonly #random: Random;
  /** The values of the pages of each product. */
  readonly #scripts = new Map<string, Random>();
  /** The page of each key. `undefined`: the call fails. */
  readonly #pages = new Map<string, Page | undefined>();
  /** The last page of each product. */
  readonly #lastPages = new Map<string, Page>();
  readonly #texts = new Map<string, string>();
  readonly #lastKeys = new Map<string, string>();
  readonly #store = memoryStore();
  #server: Server | undefined;
  #keyId = '';

  constructor(seed: string) {
    this.#seed = seed;
    this.#random = randomOf(seed, 'market');
  }

  async open(): Promise<{ baseUrl: string; apiKey: string }> {
    const { id, key: apiKey } = await createKey(this.#store, 'watch', Date.now());
    this.#keyId = id;
    await buyPack(this.#store, id, packOffer('free', { requests: CREDITS }), Date.now());
    const marketplace = fakeMarketplace({ product: ({ asin }) => this.#product(asin) });
    const service = createService({ marketplace, store: this.#store });
    const listener = requestListener(async (request, connection) => {
      const key = request.headers.get('idempotency-key') ?? '';
      const asin = new URL(request.url).searchParams.get('asin') ?? '';
      this.keys.set(key, (this.keys.get(key) ?? 0) + 1);
      // A watch looks at a product once at a time.
      this.#lastKeys.set(asin, key);
      const response = await service(request, connection);
      if (response.status === 200) this.#sent(asin, key, await response.clone().text());
      return response;
    });
    const server = createServer(listener);
    this.#server = server;
    return { baseUrl: await listening(server), apiKey };
  }

  /** Credits that the service has charged. */
  async charged(): Promise<number> {
    return CREDITS - (await this.#store.ledger.remaining(this.#keyId));
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  async #product(asin: string) {
    const page = this.#pageOf(asin, this.#lastKeys.get(asin) ?? '');
    this.onCall();
    await wait(wholeBetween(this.#random, 0, 10));
    if (page === undefined) throw new UnavailableError('The script says no.');
    const { price, ...others } = page;
    return answer('product', { asin, bb_price: price, currency: 'USD', ...others });
  }

  /** A call that a kill has interrupted shows the same when it is repeated. */
  #pageOf(asin: string, key: string): Page | undefined {
    if (this.#pages.has(key)) return this.#pages.get(key);
    const page = this.#random() < 0.1 ? undefined : this.#next(asin);
    this.#pages.set(key, page);
    return page;
  }

  #next(asin: string): Page {
    const script = this.#scripts.get(asin) ?? randomOf(this.#seed, asin);
    this.#scripts.set(asin, script);
    const { price, rating, reviews } = this.#lastPages.get(asin) ?? { price: 20, rating: 4, reviews: 100 };
    const page = {
      price: script() < 0.4 ? wholeBetween(script, 10, 40) : price,
      rating: script() < 0.2 ? wholeBetween(script, 30, 50) / 10 : rating,
      reviews: reviews + 1,
    };
    this.#lastPages.set(asin, page);
    return page;
  }

  #sent(asin: string, key: string, text: string): void {
    const known = this.#texts.get(key);
    if (known !== undefined && known !== text) throw new Error(`${key}: another response than before`);
    if (known !== undefined) return;
    this.#texts.set(key, text);
    const { data, meta } = JSON.parse(text) as Extract<EnvelopeOf<'product'>, { found: true }>;
    const { bb_price: price = 0, rating = 0, reviews = 0 } = data;
    const served = { at: meta.timestamp, request_id: meta.request_id, price, rating, reviews };
    this.served.set(asin, [...(this.served.get(asin) ?? []), served]);
  }
}

/** A receiver of webhooks: it takes most changes; at times it returns an error, closes the connection, or responds late. */
export class FailingReceiver {
  /** All changes that have arrived, with a valid signature. */
  readonly arrived: Change[] = [];
  /** Ids of those that it has taken. */
  readonly taken = new Set<string>();
  /** How often it did what. */
  readonly did: Record<'take' | 'fail' | 'cut' | 'cut late' | 'late', number> = {
    take: 0,
    fail: 0,
    cut: 0,
    'cut late': 0,
    late: 0,
  };
  /** Called when a change arrives, before the response. */
  onArrival: () => void = () => undefined;
  readonly secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  readonly #random: Random;
  readonly #server: Server = createServer((request, response) => void this.#receive(request, response));

  constructor(seed: string) {
    this.#random = randomOf(seed, 'receiver');
  }

  open(): Promise<string> {
    return listening(this.#server);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The process was killed while it sent.
      return;
    }
    const headers = new Headers(request.headers as Record<string, string>);
    const event = verifyWebhook({ body: Buffer.concat(chunks).toString(), headers, secret: this.secret });
    const change = event.data as Change;
    if (headers.get('webhook-id') !== change.id) throw new Error(`${change.id}: another webhook-id`);
    const isFailure = this.#random() < 0.12;
    const action = isFailure
      ? (oneOfList(this.#random, ['fail', 'cut', 'cut late', 'late'] as const) ?? 'fail')
      : 'take';
    this.did[action]++;
    if (action === 'cut') return void request.socket.destroy();
    this.arrived.push(change);
    this.onArrival();
    if (action === 'cut late') return void request.socket.destroy();
    if (action === 'fail') return void response.writeHead(500).end();
    if (action === 'late') await wait(400);
    if (action === 'take') this.taken.add(change.id);
    response.writeHead(204).end();
  }
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
