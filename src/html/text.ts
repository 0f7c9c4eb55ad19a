/** Reads the text of nodes. */
import type { AnyNode } from 'domhandler';
import { elementCount } from './document-order.ts';
import { LIMITS } from './limits.ts';
import { step } from './time-limit.ts';
import { type Element, isParent, isTag, isText, type ParentNode } from './tree.ts';

/** Returns whether the text of an element is left out. */
export type Skip = (element: Element) => boolean;

/** Returns whether an element, or one that it is in, is left out. */
export function isBelow(element: Element, leftOut: Skip): boolean {
  let depth = 0;
  for (let node: AnyNode | null = element; node !== null; node = node.parent) {
    depth++;
    if (isTag(node) && leftOut(node)) return true;
  }
  step(depth);
  return false;
}

/** Elements whose text browsers never display. */
const SILENT = new Set(['script', 'style', 'noscript', 'template']);
/** Elements that browsers display on their own lines: their text is separated from the text next to them. */
export const SEPARATE: ReadonlySet<string> = new Set(
  `address article aside blockquote br dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav
  ol option p pre section select table tbody td tfoot th thead tr ul`.split(/\s+/),
);
const INVISIBLE_MARKS = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/g;
const SPACES = /\s+/g;

const isSilent = ({ name }: Element): boolean => SILENT.has(name);

/** Whether browsers display the element on its own lines. */
export const isSeparate = ({ name }: Element): boolean => SEPARATE.has(name);

/** Returns the visible text: white space is collapsed, and direction marks, scripts and styles are left out. Empty if there is no text. */
export const textOf = (parent: ParentNode, skip?: Skip): string => collapse(collect(parent, ' ', skip));

/** Returns the visible text as lines. Empty lines are left out. */
export const linesOf = (parent: ParentNode, skip?: Skip): string[] =>
  collect(parent, LINE, skip)
    .split(LINE)
    .map(collapse)
    .filter((line) => line !== '');

/** Returns the text of a node without the text of its child elements. */
export function ownTextOf(parent: ParentNode): string {
  const texts = parent.children.filter(isText).map(({ data }) => data);
  const text = texts.join(' ');
  return text.length > LIMITS.text ? '' : collapse(text);
}

/** Scripts that write a blank between words. */
const ENDS_WITH_WORD = /[\p{Script=Latin}\p{Script=Arabic}\p{Nd}]$/u;
const STARTS_WITH_WORD = /^[\p{Script=Latin}\p{Script=Arabic}\p{Nd}]/u;

/** Returns the visible text with a blank between the words of different elements, which styles can separate: `<b>1</b>Best` is "1 Best". */
export const spacedTextOf = (parent: ParentNode, skip?: Skip): string =>
  collapse(collect(parent, ' ', skip, isBetweenWords));

/** Whether two texts end and begin with a word. Characters can have two units. */
const isBetweenWords = (before: string, after: string): boolean =>
  ENDS_WITH_WORD.test(before.slice(-2)) && STARTS_WITH_WORD.test(after.slice(0, 2));

/** Collapses all kinds of white space to single spaces and removes invisible marks. */
export function collapse(text: string): string {
  const trimmed = text.trim();
  return isPlain(trimmed) ? trimmed : text.replace(INVISIBLE_MARKS, '').replace(SPACES, ' ').trim();
}

/** Returns whether a string has nothing to collapse or remove. Most strings do not, and this check is faster than the replacements. */
function isPlain(text: string): boolean {
  let previous = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isWord = (code > 0x20 && code < 0xa0) || (code > 0xad && code < 0x1680) || (code > 0x3000 && code < 0xd800);
    if (!isWord && (code !== 0x20 || previous === 0x20)) return false;
    previous = code;
  }
  return true;
}

/** Marks the end of a line: a private-use character that pages do not contain. */
const LINE = '\u{f0000}';

/**
 * Returns the text below a node, with a separator before and after each element that browsers display on its own lines. Empty if it is longer than
 * any text of a page.
 *
 * @param isApart Returns whether there is a blank between two texts
 */
function collect(
  scope: ParentNode,
  separator: string,
  skip: Skip | undefined,
  isApart?: (before: string, after: string) => boolean,
): string {
  let text = '';
  /** The last text. Empty after a separator: elements without text between them need only one. */
  let last = '';
  let visited = 0;
  let node: AnyNode | null = scope.firstChild;
  while (node !== null) {
    visited++;
    if (isText(node)) {
      const { data } = node;
      text += isApart?.(last, data) === true ? ` ${data}` : data;
      last = data || last;
      if (text.length > LIMITS.text) break;
    } else if (isParent(node) && !(isTag(node) && (isSilent(node) || skip?.(node) === true))) {
      if (last.length > 0 && isTag(node) && isSeparate(node)) {
        text += separator;
        last = '';
      }
      const { firstChild } = node;
      if (firstChild !== null) {
        node = firstChild;
        continue;
      }
    }
    while (node.next === null) {
      const parent: AnyNode | null = node.parent;
      if (parent === null || parent === scope) {
        step(visited);
        return text;
      }
      if (last.length > 0 && isTag(parent) && isSeparate(parent)) {
        text += separator;
        last = '';
      }
      node = parent;
    }
    node = node.next;
  }
  step(visited);
  return '';
}

/** Elements below a node, or characters of a text. Shorter texts are read again. */
const LONG = 100;

/** Keeps long texts of a page while it is read: many elements can share a row, and each reads the row's text. */
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
