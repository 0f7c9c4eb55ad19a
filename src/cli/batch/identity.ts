/** What makes two inputs the same, and a table of all that were seen. */
import { hash } from 'node:crypto';
import { isRecord } from '../output/rows.ts';
import type { FileRequest } from '../results/result-file.ts';

/** The keys of a request. Two inputs can ask the same and still be two: rows of one product under two names of the user's own. */
export interface RequestKeys {
  /** Of what is asked: endpoint and parameters. */
  call: Key;
  /** Of the input: what is asked, and the members of its own. */
  input: Key;
}

/** 64 bits: among a million inputs two different ones share a key with a chance of one in thirty million. */
export type Key = string;

/** The keys of a request; the order of members is no difference. */
export function keysOf({ endpoint, params, ...own }: FileRequest): RequestKeys {
  const { url, ...others }: Record<string, unknown> = params;
  const asked = [endpoint, url === undefined ? others : { ...others, url: withoutFragment(String(url)) }];
  const call = keyOf(asked);
  return { call, input: Object.keys(own).length === 0 ? call : keyOf([...asked, own]) };
}

function keyOf(value: unknown): Key {
  return hash('sha1', JSON.stringify(value, inOrder), 'hex').slice(0, 16);
}

/** What follows the # of an address is never sent. */
function withoutFragment(url: string): string {
  return new URL(url).href.replace(/#.*$/s, '');
}

function inOrder(_name: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const SMALLEST = 1_024;
const FULLEST = 0.7;

/** A number by each key: 16 bytes an entry and no object, so that a million of them are 40 megabytes at most. */
export class KeyTable {
  #size = 0;
  #halves = new Uint32Array(SMALLEST * 2);
  /** `NaN` where nothing is. */
  #values = new Float64Array(SMALLEST).fill(Number.NaN);

  /** How many keys there are. */
  get size(): number {
    return this.#size;
  }

  /** The number of a key. */
  get(key: Key): number | undefined {
    const value = this.#values[this.slotOf(halvesOf(key))] ?? Number.NaN;
    return Number.isNaN(value) ? undefined : value;
  }

  /** Sets the number of a key. */
  set(key: Key, value: number): void {
    if (this.#size >= this.#values.length * FULLEST) this.grow();
    this.put(halvesOf(key), value);
  }

  private put(halves: Halves, value: number): void {
    const slot = this.slotOf(halves);
    if (Number.isNaN(this.#values[slot])) this.#size++;
    this.#halves.set(halves, slot * 2);
    this.#values[slot] = value;
  }

  /** Where a key is, or where it belongs. */
  private slotOf([first, second]: Halves): number {
    const last = this.#values.length - 1;
    let slot = first & last;
    while (
      !Number.isNaN(this.#values[slot]) &&
      (this.#halves[slot * 2] !== first || this.#halves[slot * 2 + 1] !== second)
    )
      slot = (slot + 1) & last;
    return slot;
  }

  private grow(): void {
    const halves = this.#halves;
    const values = this.#values;
    this.#size = 0;
    this.#halves = new Uint32Array(halves.length * 2);
    this.#values = new Float64Array(values.length * 2).fill(Number.NaN);
    for (const [slot, value] of values.entries()) {
      if (!Number.isNaN(value)) this.put([halves[slot * 2] ?? 0, halves[slot * 2 + 1] ?? 0], value);
    }
  }
}

type Halves = readonly [number, number];

function halvesOf(key: Key): Halves {
  return [Number.parseInt(key.slice(0, 8), 16), Number.parseInt(key.slice(8, 16), 16)];
}
