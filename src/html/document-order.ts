/** The order of the elements in a document: which one is below another, and the links from each element to the next. */
import { ElementType } from 'domelementtype';
import type { Element, ParentNode, Root } from './tree.ts';

/** domhandler's name of the type, as a constant: it is compared for every element. */
const ROOT = ElementType.Root;

/** Returns whether a node is below another node of the same document. */
export const isInside = ({ order }: ParentNode, other: ParentNode): boolean =>
  order > other.order && order < endOf(other);

/** Returns the nodes that are in none of the others, in document order. */
export function outermost<Node extends ParentNode>(nodes: readonly Node[]): readonly Node[] {
  if (nodes.length < 2) return nodes;
  let end = -1;
  return nodes
    .toSorted((one, other) => one.order - other.order)
    .filter((node) => {
      if (node.order < end) return false;
      end = Math.max(endOf(node), node.order + 1);
      return true;
    });
}

/** Returns the elements of a list in document order that are below a node. */
export function elementsIn(node: ParentNode, elements: readonly Element[]): readonly Element[] {
  const end = endOf(node);
  const first = placeOf(node.order + 1, elements);
  if (first === 0 && (elements.at(-1)?.order ?? 0) < end) return elements;
  return elements.slice(first, placeOf(end, elements));
}

/** Returns the position of the first element at or after a position of the document. */
function placeOf(order: number, elements: readonly Element[]): number {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle] as Element).order < order) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the number of elements below a node, or a larger one for the last node of a document. */
export const elementCount = (node: ParentNode): number => endOf(node) - node.order - 1;

const endOf = ({ end }: ParentNode): number => (end === null ? Number.POSITIVE_INFINITY : end.order);

/**
 * Sets `nextElement` and `end` of elements that arrive in document order. Selectors visit elements by these links, because half of the nodes are
 * text.
 */
export class ElementLinks {
  /** The deepest level of an element, 1 for those of the document. */
  deepest = 0;
  #last: ParentNode | null = null;
  #order = 0;
  #depth = 0;

  /** @returns `false` if the element is not the last one of the document */
  add(element: Element): boolean {
    const parent = holderOf(element);
    const last = this.#last ?? parent;
    element.nextElement = null;
    element.end = null;
    element.order = ++this.#order;
    let depth = this.#depth + 1;
    let node = last;
    for (; node !== null && node !== parent; node = holderOf(node)) {
      node.end = element;
      depth--;
    }
    if (last !== null) last.nextElement = element;
    this.#last = element;
    this.#depth = depth;
    if (depth > this.deepest) this.deepest = depth;
    return node === parent;
  }

  /** Begins again with the first element, after elements were moved. All elements have to be added again. */
  restart(root: Root): void {
    root.end = null;
    this.#last = root;
    this.#order = 0;
    this.#depth = 0;
    this.deepest = 0;
  }
}

/** Returns the parent. For the content of a template, the template. */
function holderOf(node: ParentNode): ParentNode | null {
  const parent = node.parent as ParentNode | null;
  return parent?.type === ROOT && parent.parent !== null ? (parent.parent as Element) : parent;
}
