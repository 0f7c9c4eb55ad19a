/** Chooses the session of each request. A session is used until it is blocked. */
import type { MarketplaceCode } from '../contract/codes.ts';
import type { WaitingCall } from './pace.ts';

interface Slot {
  /** Starts at 1 and grows by 1 each time a session of this slot is blocked. */
  generation: number;
}

/** A session that a request uses. */
export interface SessionUse {
  /** Key of the session for the page source. */
  key: string;
  /** Number of the session, starting at 1, if it is that of a certain proxy. */
  number?: number | undefined;
  /** Names the proxy, if it is known. */
  proxy?: string | undefined;
  /** Replaces the session, which was blocked. */
  drop(): void;
  /** Ends the use, after the response arrived. */
  end(): void;
}

/** Where requests get their sessions. */
export interface SessionPool {
  /** Returns the session for the next request. */
  take(marketplace: MarketplaceCode, call: WaitingCall, signal: AbortSignal): SessionUse | Promise<SessionUse>;
  /** Gives all sessions back. */
  close(): Promise<void>;
}

const unchanged = () => undefined;

/** The sessions of one marketplace object: a fixed number per marketplace, used in turn. */
export class Sessions implements SessionPool {
  readonly #count: number;
  readonly #slots = new Map<MarketplaceCode, { slots: Slot[]; next: number }>();

  constructor(count: number) {
    this.#count = count;
  }

  /** Returns the key of the session for the next request, and a function that drops the session. */
  take(marketplace: MarketplaceCode): SessionUse {
    let known = this.#slots.get(marketplace);
    if (known === undefined) {
      known = { slots: Array.from({ length: this.#count }, () => ({ generation: 1 })), next: 0 };
      this.#slots.set(marketplace, known);
    }
    const index = known.next++ % this.#count;
    const slot = known.slots[index] as Slot;
    const { generation } = slot;
    return {
      key: `${marketplace}-${index + 1}-${generation}`,
      // When several requests are blocked in one session, it is replaced once.
      drop: () => {
        if (slot.generation === generation) slot.generation++;
      },
      end: unchanged,
    };
  }

  async close(): Promise<void> {}
}
