/** Which session a request is sent in: kept until it is blocked. */
import type { MarketplaceCode } from '../contract/codes.ts';

interface Slot {
  /** How many sessions before this one were blocked. */
  generation: number;
}

/** Sessions of one marketplace object: so many a marketplace as its source has exits, used in turn. */
export class Sessions {
  readonly #exits: number;
  readonly #slots = new Map<MarketplaceCode, { slots: Slot[]; next: number }>();

  constructor(exits: number) {
    this.#exits = exits;
  }

  /** The session of the next request: its key, and how to give it up. */
  take(marketplace: MarketplaceCode): { key: string; drop: () => void } {
    let known = this.#slots.get(marketplace);
    if (known === undefined) {
      known = { slots: Array.from({ length: this.#exits }, () => ({ generation: 1 })), next: 0 };
      this.#slots.set(marketplace, known);
    }
    const index = known.next++ % this.#exits;
    const slot = known.slots[index] as Slot;
    const { generation } = slot;
    return {
      key: `${marketplace}-${index + 1}-${generation}`,
      // Several requests can be blocked in one session: it is replaced once.
      drop: () => {
        if (slot.generation === generation) slot.generation++;
      },
    };
  }
}
