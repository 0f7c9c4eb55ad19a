/** Classes of characters: those that an expression does not distinguish. */
import type { CharSet, Concatenation, NoParent } from 'refa';

/** A set of classes of characters, one bit for each. The highest is the edge of the text. */
export type Classes = bigint;

export type Concat = NoParent<Concatenation>;

/** The sample of a class that has this character: `!`. */
const VISIBLE = 0x21;

/** Splits all characters into the classes that the expression distinguishes. */
export class CharacterClasses {
  readonly all: Classes;
  readonly edge: Classes;
  readonly samples: string[] = [];
  readonly #starts: number[];
  readonly #classOf: number[];

  constructor(alternatives: readonly Concat[], maxCharacter: number) {
    const sets: CharSet[] = [];
    for (const one of alternatives) collect(one, sets);
    const cuts = new Set([0]);
    for (const { ranges } of sets) {
      for (const { min, max } of ranges) {
        cuts.add(min);
        if (max < maxCharacter) cuts.add(max + 1);
      }
    }
    // Ranges between two cuts that are in the same sets are one class.
    const byMembers = new Map<string, number>();
    this.#starts = [...cuts].sort((a, b) => a - b);
    this.#classOf = this.#starts.map((start, at) => {
      const members = sets.map((set) => (set.has(start) ? '1' : '0')).join('');
      const known = byMembers.get(members);
      const index = known ?? byMembers.size;
      const sample = String.fromCodePoint(
        start <= VISIBLE && VISIBLE < (this.#starts[at + 1] ?? Infinity) ? VISIBLE : start,
      );
      if (known === undefined) {
        byMembers.set(members, index);
        this.samples.push(sample);
      } else if ((this.samples[index] ?? '') < ' ' && sample < '\x7f') {
        this.samples[index] = sample;
      }
      return index;
    });
    this.edge = 1n << BigInt(byMembers.size);
    this.all = (this.edge << 1n) - 1n;
  }

  of(set: CharSet): Classes {
    let bits = 0n;
    this.#starts.forEach((start, at) => {
      if (set.has(start)) bits |= 1n << BigInt(this.#classOf[at] ?? 0);
    });
    return bits;
  }
}

function collect({ elements }: Concat, sets: CharSet[]): void {
  for (const element of elements) {
    if (element.type === 'CharacterClass') sets.push(element.characters);
    else if (element.type !== 'Unknown') for (const one of element.alternatives) collect(one as Concat, sets);
  }
}

const indices = new Map<Classes, number>();

/** The number of a class. */
export function indexOf(bit: Classes): number {
  let index = indices.get(bit);
  if (index === undefined) {
    index = indices.size;
    indices.set(bit, index);
  }
  return index;
}

/** The first of some classes. */
export const lowest = (bits: Classes): Classes => bits & -bits;

const knownBits = new Map<Classes, Classes[]>();

/** Each of some classes. */
export function bitsOf(bits: Classes): Classes[] {
  let known = knownBits.get(bits);
  if (known === undefined) {
    known = [];
    for (let rest = bits; rest !== 0n; rest &= rest - 1n) known.push(lowest(rest));
    knownBits.set(bits, known);
  }
  return known;
}
