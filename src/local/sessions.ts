/** Chooses the session of each request. A session is used until it is blocked. */
import type { MarketplaceCode } from '../contract/codes.ts';

interface Slot {
  /** Starts at 1 and grows by 1 each time a session of this slot is blocked. */
  generation: number;
}

/** A session that a request uses. */
export interface SessionUse {
  /** Key of the session for the page source. */
  key: string;
  /** Replaces the session, which was blocked. */
  drop(): void;
}

/** The sessions of one marketplace object: a fixed number per marketplace, used in turn. */
export class Sessions {
  readonly #count: number;
  readonly #slots = new Map<MarketplaceCode, { slots: Slot[]; next: number }>();

  constructor(count = 1) {
    this.#count = count;
  }

  /** Returns the session of the next request. */
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
    };
  }
}
