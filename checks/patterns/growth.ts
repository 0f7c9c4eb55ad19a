/** How the time of a search grows with the text: the ways in which a regular expression can read the same text, counted on its automaton. */
import { type Automaton, automatonOf, type Edge, START } from './automaton.ts';
import { bitsOf, type Classes, indexOf, lowest } from './classes.ts';
import { componentsOf } from './components.ts';

/** A text that takes long: `start`, then `repeated` any number of times, then `end`. */
interface Attack {
  readonly start: string;
  readonly repeated: string;
  readonly end: string;
}

/** How the steps grow with the text. */
export interface Growth {
  /** 1 is linear, 2 quadratic. `Infinity` is exponential. */
  readonly degree: number;
  /** Absent if the growth is linear. */
  readonly attack?: Attack;
}

/** Returns how the steps of a search grow. A count above `largest` is read as "any number": the factor of `{0,500}` is large. */
export function growthOf(source: string, flags: string, largest: number): Growth {
  const automaton = automatonOf(source, flags, largest);
  return automaton === undefined ? { degree: 1 } : new Search(automaton).growth();
}

/** More states than this are not looked at: the expression is too complex. */
const MOST_STATES = 400_000;

/** Several readers of the same text: the state of each, and the class of the last character. */
interface Place {
  readonly states: readonly number[];
  readonly last: Classes;
  readonly from: Place | undefined;
  readonly read: Classes;
}

type Step = (state: number, last: Classes) => readonly Edge[];

class Search {
  readonly #automaton: Automaton;
  readonly #component: readonly number[];
  readonly #loops: readonly number[];
  /** Whether an edge of the state depends on the character before it. */
  readonly #looksBehind: readonly boolean[];
  readonly #sources: readonly (readonly number[])[];

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#component = componentsOf(automaton.edges);
    this.#loops = automaton.edges.flatMap((edges, state) =>
      edges.some(({ to }) => this.#component[to] === this.#component[state]) ? [state] : [],
    );
    const sources: number[][] = automaton.edges.map(() => []);
    automaton.edges.forEach((edges, state) => {
      for (const { to } of edges) sources[to]?.push(state);
    });
    this.#sources = sources;
    this.#looksBehind = automaton.edges.map(
      (edges, state) =>
        edges.some(({ before }) => before !== automaton.all) ||
        (automaton.ends[state] ?? []).some(({ before }) => before !== automaton.all),
    );
  }

  growth(): Growth {
    if (this.#automaton.unboundedBehind)
      return { degree: 2, attack: { start: '', repeated: '(looks behind)', end: '' } };
    for (const state of this.#loops) {
      const attack = this.#exponential(state);
      if (attack !== undefined) return { degree: Number.POSITIVE_INFINITY, attack };
    }
    const next = new Map<number, number[]>();
    let first: Attack | undefined;
    for (const p of this.#loops) {
      for (const q of this.#loops) {
        if (this.#component[p] === this.#component[q]) continue;
        const attack = this.#polynomial(p, q);
        if (attack === undefined) continue;
        first ??= attack;
        const [a, b] = [this.#component[p] ?? 0, this.#component[q] ?? 0];
        next.set(a, [...(next.get(a) ?? []), b]);
      }
    }
    const longest = (one: number): number => 1 + Math.max(0, ...(next.get(one) ?? []).map(longest));
    const degree = Math.max(1, ...[...next.keys()].map(longest));
    return first === undefined ? { degree } : { degree, attack: first };
  }

  /** The same loop in two ways: each repetition doubles the ways. */
  #exponential(state: number): Attack | undefined {
    if (state === START) return undefined;
    const within: Step = (one, last) =>
      this.#failing(one, last).filter(({ to }) => this.#component[to] === this.#component[state]);
    const twice = this.#doubleEdge(state, within);
    if (twice !== undefined) return this.#attack(state, state, this.#automaton.all, this.#sample(twice));
    for (const last of this.#lasts(state)) {
      const found = this.#walk(
        [state, state, 0],
        last,
        [within, within],
        ([a, b, parted], lastNow) =>
          a === state && b === state && parted === 1 && this.#sameLast([state], lastNow, last),
      );
      if (found !== undefined) return this.#attack(state, state, last, found);
    }
    return undefined;
  }

  #doubleEdge(state: number, within: Step): Classes | undefined {
    for (const last of this.#lasts(state)) {
      const edges = within(state, last);
      for (const [index, one] of edges.entries()) {
        for (const other of edges.slice(index + 1)) {
          if (one.to === other.to && (one.reads & other.reads) !== 0n) return one.reads & other.reads;
        }
      }
    }
    return undefined;
  }

  /** A loop, the way from it to another loop, and that loop: all three read the same text. */
  #polynomial(p: number, q: number): Attack | undefined {
    const leading = this.#leadingTo(q);
    if (!leading.has(p)) return undefined;
    const inP = remembered((one, last) =>
      this.#possible(one, last).filter(({ to }) => this.#component[to] === this.#component[p]),
    );
    const inQ = remembered((one, last) =>
      this.#failing(one, last).filter(({ to }) => this.#component[to] === this.#component[q]),
    );
    const between = remembered((one, last) => this.#possible(one, last).filter(({ to }) => leading.has(to)));
    for (const last of this.#lasts(p, q)) {
      const found = this.#walk(
        [p, p, q],
        last,
        [inP, between, inQ],
        ([a, b, c], lastNow) => a === p && b === q && c === q && this.#sameLast([p, q], lastNow, last),
      );
      if (found !== undefined) {
        const attack = this.#attack(p, q, last, found);
        if (attack !== undefined) return attack;
      }
    }
    return undefined;
  }

  readonly #leading = new Map<number, ReadonlySet<number>>();

  /** The states that a state can be reached from. */
  #leadingTo(state: number): ReadonlySet<number> {
    const known = this.#leading.get(state);
    if (known !== undefined) return known;
    const found = new Set([state]);
    for (const one of found) for (const from of this.#sources[one] ?? []) found.add(from);
    this.#leading.set(state, found);
    return found;
  }

  #possible(state: number, last: Classes): readonly Edge[] {
    return (this.#automaton.edges[state] ?? []).filter(({ before }) => (before & last) !== 0n);
  }

  /** The edges that are tried after a failure: where the expression has matched, the search is over. */
  #failing(state: number, last: Classes): readonly Edge[] {
    let matched = 0n;
    for (const { before, next } of this.#automaton.ends[state] ?? []) if ((before & last) !== 0n) matched |= next;
    if (matched === 0n) return this.#possible(state, last);
    return this.#possible(state, last).flatMap((edge) => {
      const reads = edge.reads & ~matched;
      return reads === 0n ? [] : [{ ...edge, reads }];
    });
  }

  /** The classes of the last character that make a difference to any of the states. */
  #lasts(...states: readonly number[]): Classes[] {
    if (!states.some((state) => this.#looksBehind[state])) return [this.#automaton.all];
    return bitsOf(this.#automaton.all);
  }

  #sameLast(states: readonly number[], now: Classes, then: Classes): boolean {
    return !states.some((state) => this.#looksBehind[state]) || now === then;
  }

  /**
   * Finds a text that leads from some states to others, one step for each reader of the text. With two steps, a third number says whether the two
   * have parted.
   */
  #walk(
    from: readonly [number, number, number],
    last: Classes,
    steps: readonly Step[],
    isEnd: (states: readonly [number, number, number], last: Classes) => boolean,
  ): Classes[] | undefined {
    const seen = new Set<number>();
    const queue: Place[] = [{ states: from, last, from: undefined, read: 0n }];
    const { all, edges } = this.#automaton;
    const [first, second, third] = steps;
    const isPair = third === undefined;
    for (const place of queue) {
      const [a = 0, b = 0, c = 0] = place.states;
      for (const one of first?.(a, place.last) ?? []) {
        for (const three of third?.(c, place.last) ?? [{ to: c, before: all, reads: all }]) {
          const reads = one.reads & three.reads;
          if (reads === 0n) continue;
          for (const two of second?.(b, place.last) ?? []) {
            const common = reads & two.reads;
            if (common === 0n) continue;
            const last = isPair ? (c === 1 || one.to !== two.to ? 1 : 0) : three.to;
            const looks =
              this.#looksBehind[one.to] || this.#looksBehind[two.to] || (!isPair && this.#looksBehind[last]);
            for (const lastNow of looks ? bitsOf(common) : [all]) {
              const key = ((one.to * edges.length + two.to) * edges.length + last) * 4096 + indexOf(lastNow);
              if (seen.has(key)) continue;
              seen.add(key);
              const states: readonly [number, number, number] = [one.to, two.to, last];
              const reached = { states, last: lastNow, from: place, read: lastNow === all ? lowest(common) : lastNow };
              if (isEnd(states, lastNow)) return pathOf(reached);
              if (seen.size > MOST_STATES) throw new Error('too complex to check');
              queue.push(reached);
            }
          }
        }
      }
    }
    return undefined;
  }

  /** Returns the whole text. `undefined` if every text behind the repetition matches. */
  #attack(p: number, q: number, last: Classes, repeated: Classes | readonly Classes[]): Attack | undefined {
    const end = this.#failingEnd(q);
    if (end === undefined) return undefined;
    const pump = typeof repeated === 'bigint' ? [repeated] : repeated;
    return { start: this.#textTo(p, last), repeated: pump.map((read) => this.#text(read)).join(''), end };
  }

  #sample(reads: Classes): Classes[] {
    return [lowest(reads)];
  }

  #text(read: Classes): string {
    return this.#automaton.samples[read.toString(2).length - 1] ?? '';
  }

  #textTo(state: number, last: Classes): string {
    if (state === START) return '';
    const queue: Place[] = [{ states: [START], last: this.#automaton.edge, from: undefined, read: 0n }];
    const seen = new Set<string>();
    for (const place of queue) {
      for (const edge of this.#possible(place.states[0] ?? 0, place.last)) {
        for (const read of bitsOf(edge.reads)) {
          const reached = { states: [edge.to], last: read, from: place, read };
          if (edge.to === state && (read & last) !== 0n)
            return pathOf(reached)
              .map((one) => this.#text(one))
              .join('');
          const key = `${edge.to} ${read}`;
          if (!seen.has(key)) queue.push(reached);
          seen.add(key);
        }
      }
    }
    return '';
  }

  /** Returns a text that does not match from a state on. `undefined` if there is none. */
  #failingEnd(state: number): string | undefined {
    const { ends, edge, all } = this.#automaton;
    const queue: Place[] = [{ states: [state], last: all & ~edge, from: undefined, read: 0n }];
    const seen = new Set<string>();
    const isEnd = (states: readonly number[], last: Classes, next: Classes) =>
      states.some((one) => (ends[one] ?? []).some((end) => (end.before & last) !== 0n && (end.next & next) !== 0n));
    for (const place of queue) {
      if (!isEnd(place.states, place.last, edge))
        return pathOf(place)
          .map((one) => this.#text(one))
          .join('');
      if (queue.length > 2000) return '';
      for (const read of bitsOf(all & ~edge)) {
        if (isEnd(place.states, place.last, read)) continue;
        const reached = place.states.flatMap((one) =>
          this.#possible(one, place.last).filter((to) => (to.reads & read) !== 0n),
        );
        const states = [...new Set(reached.map(({ to }) => to))].sort((a, b) => a - b);
        const key = states.some((one) => this.#looksBehind[one]) ? `${states.join()} ${read}` : states.join();
        if (!seen.has(key)) queue.push({ states, last: read, from: place, read });
        seen.add(key);
      }
    }
    return undefined;
  }
}

function remembered(step: Step): Step {
  const known = new Map<number, Map<Classes, readonly Edge[]>>();
  return (state, last) => {
    const byLast = known.get(state) ?? new Map<Classes, readonly Edge[]>();
    known.set(state, byLast);
    const edges = byLast.get(last) ?? step(state, last);
    byLast.set(last, edges);
    return edges;
  };
}

function pathOf(place: Place): Classes[] {
  const path: Classes[] = [];
  for (let one: Place | undefined = place; one?.from !== undefined; one = one.from) path.push(one.read);
  return path.reverse();
}
