/** Turns a regular expression into an automaton: its states, and what each reads next. */
import { type Assertion, type CharSet, type Element, JS, type NoParent, type Quantifier } from 'refa';
import { CharacterClasses, type Classes, type Concat } from './classes.ts';

/** One character that is read: allowed after `before`, one of `reads`, and the state behind it. */
export interface Edge {
  readonly to: number;
  readonly before: Classes;
  readonly reads: Classes;
}

/** A place where the expression has matched: after `before`, if one of `next` follows. */
interface End {
  readonly before: Classes;
  readonly next: Classes;
}

/** The states after each character. State 0 has read nothing, and waits at every position of the text unless the expression is sticky. */
export interface Automaton {
  readonly edges: readonly (readonly Edge[])[];
  readonly ends: readonly (readonly End[])[];
  /** All classes and the edge. */
  readonly all: Classes;
  /** The edge of the text alone. */
  readonly edge: Classes;
  /** A character of each class. */
  readonly samples: readonly string[];
  /** The parts that look behind without a limit. */
  readonly unboundedBehind: boolean;
}

export const START = 0;

/** A step without a character. */
interface Free {
  readonly to: number;
  readonly before: Classes;
  readonly next: Classes;
}

/** Returns the automaton of an expression. A count above `largest` is read as "any number". `undefined` without such a count: nothing repeats. */
export function automatonOf(source: string, flags: string, largest: number): Automaton | undefined {
  const parser = JS.Parser.fromLiteral({ source: withoutBackreferences(source, flags), flags });
  const { expression, maxCharacter } = parser.parse({ assertions: 'parse' });
  const alternatives = expression.alternatives as readonly Concat[];
  if (!alternatives.some((one) => repeats(one, largest))) return undefined;
  const classes = new CharacterClasses(alternatives, maxCharacter);
  const builder = new Builder(classes, largest);
  const start = builder.state();
  const end = builder.choice(alternatives, start);
  return builder.finish(start, end, !flags.includes('y'));
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly resolved?: SyntaxNode;
  readonly alternatives?: readonly SyntaxNode[];
  readonly elements?: readonly SyntaxNode[];
  readonly element?: SyntaxNode;
}

/** Writes the group instead of each reference to it: it reads at least the same texts. */
function withoutBackreferences(source: string, flags: string): string {
  const found: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Backreference') found.push(node);
    for (const child of [...(node.alternatives ?? []), ...(node.elements ?? [])]) visit(child);
    if (node.element !== undefined) visit(node.element);
  };
  const { pattern } = JS.Parser.fromLiteral({ source, flags }).ast;
  visit(pattern as unknown as SyntaxNode);
  return found.reduceRight((text, { start, end, resolved }) => {
    const group = (resolved?.raw ?? '').replace(/\((?:\?<(?![=!])[^>]*>)?(?!\?)/g, '(?:');
    return text.slice(0, start - pattern.start) + group + text.slice(end - pattern.start);
  }, source);
}

/** Whether a part can repeat any number of times. */
function repeats({ elements }: Concat, largest: number): boolean {
  return elements.some((element) => {
    if (element.type === 'Quantifier' && element.max > largest) return true;
    if (element.type === 'CharacterClass' || element.type === 'Unknown') return false;
    return (element.alternatives as readonly Concat[]).some((one) => repeats(one, largest));
  });
}

/** Whether a part can read nothing. */
function canBeEmpty({ elements }: Concat): boolean {
  return elements.every((element) => {
    if (element.type === 'CharacterClass' || element.type === 'Unknown') return false;
    if (element.type === 'Assertion' || (element.type === 'Quantifier' && element.min === 0)) return true;
    return (element.alternatives as readonly Concat[]).some(canBeEmpty);
  });
}

/** Builds states with steps that read a character and steps that read none. */
class Builder {
  readonly #reads: { readonly to: number; readonly reads: Classes }[][] = [];
  readonly #free: Free[][] = [];
  #unboundedBehind = false;
  readonly #known = new Map<CharSet, Classes>();

  private readonly classes: CharacterClasses;
  private readonly largest: number;

  constructor(classes: CharacterClasses, largest: number) {
    this.classes = classes;
    this.largest = largest;
  }

  state(): number {
    this.#free.push([]);
    return this.#reads.push([]) - 1;
  }

  #step(from: number, to: number, before = this.classes.all, next = this.classes.all): void {
    this.#free[from]?.push({ to, before, next });
  }

  choice(alternatives: readonly Concat[], from: number): number {
    const to = this.state();
    for (const { elements } of alternatives) {
      const start = this.state();
      this.#step(from, start);
      this.#step(
        elements.reduce((at, element) => this.#element(element as NoParent<Element>, at), start),
        to,
      );
    }
    return to;
  }

  #element(element: NoParent<Element>, from: number): number {
    if (element.type === 'CharacterClass') {
      const to = this.state();
      let reads = this.#known.get(element.characters);
      if (reads === undefined) {
        reads = this.classes.of(element.characters);
        this.#known.set(element.characters, reads);
      }
      this.#reads[from]?.push({ to, reads });
      return to;
    }
    if (element.type === 'Alternation') return this.choice(element.alternatives as readonly Concat[], from);
    if (element.type === 'Quantifier') return this.#quantifier(element, from);
    if (element.type === 'Assertion') return this.#assertion(element, from);
    throw new Error('a backreference that cannot be resolved');
  }

  #quantifier({ alternatives, min, max }: NoParent<Quantifier>, from: number): number {
    const body = alternatives as readonly Concat[];
    const isBounded = max <= this.largest;
    const least = Math.min(min, isBounded ? max : Math.min(min, 2));
    let at = from;
    for (let count = 0; count < least; count++) at = this.choice(body, at);
    const to = this.state();
    if (!isBounded) {
      // The first decision and the later ones are two states: only a repetition that reads nothing comes back to the same one.
      const [first, later, start] = [this.state(), this.state(), this.state()];
      this.#step(at, first);
      for (const decision of [first, later]) {
        this.#step(decision, start);
        this.#step(decision, to);
      }
      // Each of the least repetitions can be the one that reads nothing.
      if (min > this.largest && body.some(canBeEmpty)) this.#step(later, start);
      this.#step(this.choice(body, start), later);
      return to;
    }
    for (let count = least; count < max; count++) {
      this.#step(at, to);
      at = this.choice(body, at);
    }
    this.#step(at, to);
    return to;
  }

  /** A condition on one character restricts the step. What looks further is a dead end next to the step, and restricts it by one character. */
  #assertion(assertion: NoParent<Assertion>, from: number): number {
    const { kind, negate } = assertion;
    const alternatives = assertion.alternatives as readonly Concat[];
    const { all } = this.classes;
    const ones = alternatives.map((one) => this.#oneCharacter(one, kind));
    const allowed = negate
      ? ones.reduce((rest, one) => (one.exact ? rest & ~one.classes : rest), all)
      : ones.reduce((sum, one) => sum | one.classes, 0n);
    if (alternatives.some((one) => repeats(one, this.largest))) {
      if (kind === 'behind') this.#unboundedBehind = true;
      else this.choice(alternatives, from);
    }
    const to = this.state();
    if (kind === 'behind') this.#step(from, to, allowed);
    else this.#step(from, to, all, allowed);
    return to;
  }

  /** The classes of the character that touches the place of an assertion, and whether the alternative is that character alone. */
  #oneCharacter({ elements }: Concat, kind: 'ahead' | 'behind'): { classes: Classes; exact: boolean } {
    const { all } = this.classes;
    const touching = kind === 'ahead' ? elements[0] : elements.at(-1);
    if (touching === undefined) return { classes: all, exact: true };
    const isAlone = elements.length === 1;
    if (touching.type === 'CharacterClass') return { classes: this.classes.of(touching.characters), exact: isAlone };
    if (touching.type === 'Alternation' || (touching.type === 'Assertion' && touching.kind === kind)) {
      const ones = (touching.alternatives as readonly Concat[]).map((one) => this.#oneCharacter(one, kind));
      const exact = isAlone && ones.every((one) => one.exact);
      const sum = ones.reduce((bits, one) => bits | one.classes, 0n);
      if (touching.type === 'Alternation' || !touching.negate) return { classes: sum, exact };
      return { classes: exact ? all & ~sum : all, exact };
    }
    return { classes: all, exact: false };
  }

  /** Removes the steps without a character. Two ways to the same state are two edges. */
  finish(start: number, end: number, isSearched: boolean): Automaton {
    const { all, edge, samples } = this.classes;
    const numbers = new Map([[start, START]]);
    const order = [start];
    const edges: Edge[][] = [];
    const ends: End[][] = [];
    const numberOf = (state: number): number => {
      const known = numbers.get(state);
      if (known !== undefined) return known;
      numbers.set(state, order.length);
      return order.push(state) - 1;
    };
    for (let index = 0; index < order.length; index++) {
      const own: Edge[] = [];
      const ownEnds: End[] = [];
      const path = new Set<number>();
      const walk = (state: number, before: Classes, next: Classes): void => {
        if (before === 0n || next === 0n || path.has(state)) return;
        if (state === end) ownEnds.push({ before, next });
        for (const step of this.#reads[state] ?? []) {
          const reads = step.reads & next;
          if (reads !== 0n) own.push({ to: numberOf(step.to), before, reads });
        }
        path.add(state);
        for (const step of this.#free[state] ?? []) walk(step.to, before & step.before, next & step.next);
        path.delete(state);
      };
      walk(order[index] ?? 0, all, all);
      edges.push(own);
      ends.push(ownEnds);
    }
    if (isSearched) edges[START]?.push({ to: START, before: all, reads: all & ~edge });
    return { edges, ends, all, edge, samples, unboundedBehind: this.#unboundedBehind };
  }
}
