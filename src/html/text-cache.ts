/** Keeps long texts of a page while it is read: many elements can share a row, and each reads the row's text. */
import { elementCount } from './document-order.ts';
import { ownTextOf, type Skip, textOf } from './text.ts';
import type { ParentNode } from './tree.ts';

/** Elements below a node, or characters of a text. Shorter texts are read again. */
const LONG = 100;

export class TextCache {
  #texts: Map<ParentNode, string> | undefined;
  #ownTexts: Map<ParentNode, string> | undefined;

  /** Returns {@link textOf} a node. `skip` must be the same in all calls. */
  text(node: ParentNode, skip: Skip | undefined): string {
    const known = this.#texts?.get(node);
    if (known !== undefined) return known;
    const text = textOf(node, skip);
    if (text.length > LONG || elementCount(node) > LONG) {
      this.#texts ??= new Map();
      this.#texts.set(node, text);
    }
    return text;
  }

  /** Returns {@link ownTextOf} a node. */
  ownText(node: ParentNode): string {
    if (node.children.length <= LONG) return ownTextOf(node);
    this.#ownTexts ??= new Map();
    const known = this.#ownTexts.get(node);
    if (known !== undefined) return known;
    const text = ownTextOf(node);
    this.#ownTexts.set(node, text);
    return text;
  }
}
