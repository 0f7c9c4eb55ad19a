/** Events of a marketplace, for `onEvent` and `diagnostics_channel`. They contain no secrets. */
import type { MarketplaceCode } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { MarketplaceError } from '../contract/errors.ts';
import type { Gap } from '../contract/generated/gap.ts';
import type { PageType } from '../contract/page-types.ts';
import { nodeProcess, notify } from '../options/runtime.ts';

/** Members of all events. */
export interface EventBase {
  /** Id of the call. With the local backend it is `meta.request_id`; a service gives its responses ids of its own. */
  request_id: string;
  /** Endpoint of the call. */
  endpoint: EndpointName;
  /** Marketplace of the call. */
  marketplace: MarketplaceCode;
  /** Number of the attempt, starting at 1. */
  attempt: number;
  /** Time since the start of the call [milliseconds]. */
  elapsed_ms: number;
}

/**
 * The reason of a wait: a free connection, the pace of its host, the end of a back-off of its host, or credits or connections of its packs and
 * budgets that running calls hold.
 */
export type QueueReason = 'connections' | 'pace' | 'backoff' | 'credits';

/** Members of each type of event. */
export interface EventDetails {
  /** The call starts to wait for its turn. A call that does not have to wait has no such event. */
  queue: {
    reason: QueueReason;
    /** Place in the queue, starting at 1. Calls with a higher priority that come later can pass it. */
    position: number;
    /** Expected wait [milliseconds]. Absent if it depends on other calls only. */
    wait_ms?: number;
  };
  /** The site's robots.txt disallows a URL by this rule, or cannot be read. Only with the option `robots`. */
  robots: { url: string; rule: string };
  /** A request is sent. */
  request: { url: string };
  /** Its response arrived. */
  response: { status: number; bytes: number };
  /** The response was parsed as a page. */
  parsed: { page_type: PageType; found: boolean; duration_ms: number };
  /** An attempt failed. The next one follows after the delay. */
  retry: { error: MarketplaceError; delay_ms: number };
  /** A block or failure slows down all calls to the host, for `wait_ms` milliseconds. */
  backoff: { host: string; wait_ms: number };
  /** A proxy failed and is out of rotation, or works again. */
  proxy: {
    /** The proxy, without its user name and password. */
    proxy: string;
    state: 'out' | 'back';
    /**
     * Why the proxy is out: no connection to it; TLS with it failed; it refused the user name or the password (status 407); it refused to connect
     * to the site; it sent no valid response; TLS with the site failed behind it.
     */
    reason?: 'unreachable' | 'tls' | 'credentials' | 'refused' | 'broken' | 'tunnel';
    /** When a call may try the proxy again [milliseconds]. */
    wait_ms?: number;
  };
  /** The marketplace refused the request: a robot check or another block, or status 429. `page` is its HTML; empty if the page source threw a `BlockedError`. */
  blocked: { code: string; page: string };
  /** The page lacks parts, or has another language, currency or place than requested. `page` is its HTML. */
  gaps: { gaps: Gap[]; page: string };
  /** A credit was charged. */
  charged: { consumed: number; remaining: number };
  /** A response of the service differs from the contract. */
  drift: { path: string; expected: string; got: string };
  /** The call ended with a result or an error. `queued_ms` is the time that it waited, if it did [milliseconds]. */
  done: ({ found: boolean } | { error: unknown }) & { queued_ms?: number };
}

/** The type of an event. */
export type EventType = keyof EventDetails;

/** An event: branch on `type`. */
export type MarketplaceEvent = {
  [Type in EventType]: { type: Type } & EventBase & EventDetails[Type];
}[EventType];

/** Receives events. An error that it throws, or a promise of it that rejects, does not affect the call: a warning of the process reports the first one. */
export type EventListener = (event: MarketplaceEvent) => void;

type Channel = import('node:diagnostics_channel').Channel;

/** Not imported: other runtimes and bundlers for them refuse modules of Node. */
const diagnostics = nodeProcess?.getBuiltinModule?.('node:diagnostics_channel');

const channels = new Map<EventType, Channel | undefined>();

/** Returns the channel of a type. `undefined` in runtimes without `diagnostics_channel`: only `onEvent` receives events there. */
function channelOf(type: EventType): Channel | undefined {
  if (!channels.has(type)) channels.set(type, diagnostics?.channel(`buybox:${type}`));
  return channels.get(type);
}

/** The channel of all events, without the HTML of pages: counts and traces do not need it, and decoding it takes time. */
const all = diagnostics?.channel('buybox:events');

/** Calls the listener with all events of all marketplaces of the process; their `page` is empty. Returns a function that ends it. */
export function subscribeToEvents(listener: EventListener): () => void {
  const receive = (message: unknown) => listener(message as MarketplaceEvent);
  all?.subscribe(receive);
  return () => void all?.unsubscribe(receive);
}

/** Whether events of the type have a listener. */
export const isObserved = (type: EventType, listener: EventListener | undefined): boolean =>
  all?.hasSubscribers === true || isObservedWithPage(type, listener);

/** Whether events of the type have a listener that receives the HTML of pages. */
export const isObservedWithPage = (type: EventType, listener: EventListener | undefined): boolean =>
  listener !== undefined || channelOf(type)?.hasSubscribers === true;

/** Passes an event to the listener and to all subscribers of the channels `buybox:<type>` and `buybox:events`. */
export function publish(event: MarketplaceEvent, listener: EventListener | undefined): void {
  if (all?.hasSubscribers) all.publish('page' in event ? { ...event, page: '' } : event);
  channelOf(event.type)?.publish(event);
  if (listener !== undefined) notify('onEvent', listener, event, ` for the event "${event.type}"`);
}
