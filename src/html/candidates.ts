/** A quick check before css-select: an element that lacks a name, attribute or class of a selector cannot match it. */
import { isTraversal, type Selector } from 'css-what';
import { nameBit } from './parser/tag-text.ts';
import { classBits, type Element } from './tree.ts';

/** The properties that an element must have to match one alternative of a selector. */
export interface Needs {
  name: string | undefined;
  /** The bits of its attributes' names. */
  attributes: number;
  /** The bits of its classes. */
  classes: number;
}

/** Returns `false` only for elements that no alternative matches. */
export function isCandidate(element: Element, alternatives: readonly Needs[]): boolean {
  const { name, nameBits, classBits } = element;
  // Most elements lack an attribute: the name, a text, is last.
  for (let index = 0; index < alternatives.length; index++) {
    const needs = alternatives[index] as Needs;
    if (
      (nameBits & needs.attributes) === needs.attributes &&
      (classBits & needs.classes) === needs.classes &&
      (needs.name === undefined || needs.name === name)
    )
      return true;
  }
  return false;
}

/** Only the part after the last combinator is about the element itself. */
export function needsOf(selector: readonly Selector[]): Needs {
  const needs: Needs = { name: undefined, attributes: 0, classes: 0 };
  for (const token of selector.slice(selector.findLastIndex(isTraversal) + 1)) {
    if (token.type === 'tag') needs.name = token.name.toLowerCase();
    if (token.type !== 'attribute' || token.action === 'not') continue;
    const name = token.name.toLowerCase();
    needs.attributes |= nameBit(name.charCodeAt(0), name.length);
    if (name === 'class' && token.action === 'element' && token.ignoreCase !== true)
      needs.classes |= classBits(token.value);
  }
  return needs;
}

/** Returns the ids in a selector, of the element itself and of those around it. Not those in `:is(...)` and the like. */
export function idsOf(selector: readonly Selector[]): string[] {
  return selector.flatMap((token) =>
    token.type === 'attribute' && token.name === 'id' && token.action === 'equals' && token.ignoreCase !== true
      ? [token.value]
      : [],
  );
}
