/** Which responses are checked for drift, and which differences are reported. */
import type { EndpointName } from '../contract/endpoints.ts';
import type { LiveEnvelope } from '../contract/envelope.ts';
import { isPageType } from '../contract/page-types.ts';

/** A difference between a response and the contract. */
export interface Drift {
  /** Path of the field, without positions in lists: `data.product_sellers_info[].price`. */
  path: string;
  /** The value or type that the contract expects. */
  expected: string;
  /** The value that the service sent: a type, or the value if the contract lists values. */
  got: string;
  /** Whether the contract does not know the field. Additions are harmless, and allowed by a strict marketplace. */
  isAddition: boolean;
}

/** Returns the differences between a response of a service and the contract. `isPartial`: only some fields were asked for, others can be missing. */
export type DriftCheck = (
  endpoint: EndpointName,
  envelope: LiveEnvelope,
  isPartial?: boolean,
) => readonly Drift[] | Promise<readonly Drift[]>;

/** How many shapes are remembered. Limits memory if a service uses data as field names. */
const MOST_SHAPES = 1_000;
/** How many first responses of a page type are all checked. */
const FIRST_RESPONSES = 100;
/** Afterwards, one in this many responses is checked: drift recurs, and a check costs up to a third of the client's own time. */
const SAMPLE = 25;

/** Decides which responses are checked, and which differences are reported. */
export class DriftWatch {
  readonly #reported = new Set<string>();
  readonly #seen = new Map<string, number>();

  isDue(pageType: unknown): boolean {
    const type = isPageType(pageType) ? pageType : 'unknown';
    const seen = (this.#seen.get(type) ?? 0) + 1;
    this.#seen.set(type, seen);
    return seen <= FIRST_RESPONSES || seen % SAMPLE === 0;
  }

  isNew(pageType: unknown, { path, expected, got }: Drift): boolean {
    const type = isPageType(pageType) ? pageType : 'unknown';
    const shape = JSON.stringify([type, path, expected, got]);
    if (this.#reported.has(shape) || this.#reported.size >= MOST_SHAPES) return false;
    this.#reported.add(shape);
    return true;
  }
}
