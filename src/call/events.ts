/** What observers of a marketplace are told, by `onEvent` and by `diagnostics_channel` (design §4, "Events"). No secrets stand in an event. */
import { channel } from 'node:diagnostics_channel';
import type { MarketplaceCode } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { Gap } from '../contract/gap.ts';
import type { PageType } from '../contract/page-types.ts';

/** What every event says. */
export interface EventBase {
  /** `meta.request_id` of the call. */
  request_id: string;
  /** The endpoint that was called. */
  endpoint: EndpointName;
  /** The marketplace that is asked. */
  marketplace: MarketplaceCode;
  /** Which attempt of the call it is, 1 first. */
  attempt: number;
  /** Since the call began, in milliseconds. */
  elapsed_ms: number;
}

/** What each type of event says beside. */
export interface EventDetails {
  /** A request leaves. */
  request: { url: string };
  /** Its answer is here. */
  response: { status: number; bytes: number };
  /** The answer was read as a page. */
  parsed: { page_type: PageType; found: boolean; duration_ms: number };
  /** An attempt failed; the next one follows after the delay. */
  retry: { error: unknown; delay_ms: number };
  /** The marketplace answered with a check for robots; `page` is its text, for study. */
  blocked: { code: string; page: string };
  /** The page lacks parts, or differs in language, currency or place from what was asked for; `page` is its text. */
  gaps: { gaps: Gap[]; page: string };
  /** A credit was charged. */
  charged: { consumed: number; remaining: number };
  /** A service's answer differs from the contract. */
  drift: { path: string; expected: string; got: string };
  /** The call ended: `found` of its answer, or its error. */
  done: { found: boolean } | { error: unknown };
}

/** The type of an event. */
export type EventType = keyof EventDetails;

/** An event: branch on `type`. */
export type MarketplaceEvent = {
  [Type in EventType]: { type: Type } & EventBase & EventDetails[Type];
}[EventType];

/** Hears of events. What it throws is not the call's affair: it is reported as an uncaught exception of its own. */
export type EventListener = (event: MarketplaceEvent) => void;

const channels = new Map<EventType, ReturnType<typeof channel>>();

function channelOf(type: EventType): ReturnType<typeof channel> {
  let subscribers = channels.get(type);
  if (subscribers === undefined) {
    subscribers = channel(`buybox:${type}`);
    channels.set(type, subscribers);
  }
  return subscribers;
}

/** Whether anybody hears of events of the type. */
export function isObserved(type: EventType, listener: EventListener | undefined): boolean {
  return listener !== undefined || channelOf(type).hasSubscribers;
}

/** Tells the listener, and all subscribers of the channel `buybox:<type>`. */
export function publish(event: MarketplaceEvent, listener: EventListener | undefined): void {
  const subscribers = channelOf(event.type);
  if (subscribers.hasSubscribers) subscribers.publish(event);
  if (listener === undefined) return;
  try {
    listener(event);
  } catch (error) {
    process.nextTick(() => {
      throw error;
    });
  }
}
