/** Chooses the session of each request. A session is used until it is blocked. */
import type { MarketplaceCode } from '../contract/codes.ts';

/** A session that a request uses. */
export interface SessionUse {
  key: string;
  /** Replaces the session, which was blocked. */
  drop(): void;
}

/** The sessions of one marketplace object: a fixed number per marketplace, used in turn. */
export class Sessions {
  readonly #count: number;
  /** The generation of each session of a marketplace: it grows by 1 each time that the session is blocked. */
  readonly #known = new Map<MarketplaceCode, { generations: number[]; next: number }>();

  constructor(count = 1) {
    this.#count = count;
  }

  take(marketplace: MarketplaceCode): SessionUse {
    const known = this.#known.get(marketplace) ?? { generations: Array(this.#count).fill(1), next: 0 };
    this.#known.set(marketplace, known);
    const { generations } = known;
    const index = known.next++ % this.#count;
    const generation = generations[index] ?? 1;
    return {
      key: `${marketplace}-${index + 1}-${generation}`,
      // When several requests are blocked in one session, it is replaced once.
      drop: () => {
        if (generations[index] === generation) generations[index] = generation + 1;
      },
    };
  }
}
