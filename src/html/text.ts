/** Nodes -> text. */
import type { AnyNode } from 'domhandler';
import { type Element, isParent, isTag, isText, type ParentNode } from './tree.ts';

/** Says which elements are no text for a reader. */
export type Skip = (element: Element) => boolean;

const SILENT = new Set(['script', 'style', 'noscript', 'template']);
/** Elements that begin on a line of their own: their text does not run into their neighbour's. */
const SEPARATE = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'br',
  'dd',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'li',
  'main',
  'nav',
  'ol',
  'option',
  'p',
  'pre',
  'section',
  'select',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
]);
const INVISIBLE_MARKS = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/g;
const SPACES = /\s+/g;

/** Whether an element holds nothing to read. */
export function isSilent({ name }: Element): boolean {
  return SILENT.has(name);
}

/** Whether an element's text stands on lines of its own. */
export function isSeparate({ name }: Element): boolean {
  return SEPARATE.has(name);
}

/** Text as a reader sees it: white space collapsed, direction marks dropped, scripts and styles left out. Empty when there is none. */
export function textOf(parent: ParentNode, skip?: Skip): string {
  return collapse(collect(parent, ' ', skip));
}

/** The same, block by block: every line that a reader sees as one of its own. Empty lines are left out. */
export function linesOf(parent: ParentNode, skip?: Skip): string[] {
  return collect(parent, LINE, skip)
    .split(LINE)
    .map(collapse)
    .filter((line) => line !== '');
}

/** The text of the nodes that are text themselves. */
export function ownTextOf(parent: ParentNode): string {
  return collapse(
    parent.children
      .filter(isText)
      .map(({ data }) => data)
      .join(' '),
  );
}

/** Collapses white space of every kind to single blanks and drops invisible marks. */
export function collapse(text: string): string {
  const trimmed = text.trim();
  return isPlain(trimmed) ? trimmed : text.replace(INVISIBLE_MARKS, '').replace(SPACES, ' ').trim();
}

/** Whether a text has words with one blank between them, and nothing of the kind that is collapsed or dropped. */
function isPlain(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isWord = (code > 0x20 && code < 0xa0) || (code > 0xad && code < 0x1680) || (code > 0x3000 && code < 0xd800);
    if (!isWord && (code !== 0x20 || before === 0x20)) return false;
    before = code;
  }
  return true;
}

/** A character that no page holds. */
const LINE = '\u{f0000}';

/** The texts below a node, with a separator around elements that stand on lines of their own. */
function collect(scope: ParentNode, separator: string, skip: Skip | undefined): string {
  let text = '';
  let node: AnyNode | null = scope.firstChild;
  while (node !== null) {
    if (isText(node)) text += node.data;
    else if (isParent(node) && !(isTag(node) && (isSilent(node) || skip?.(node) === true))) {
      if (isTag(node) && isSeparate(node)) text += separator;
      const { firstChild } = node;
      if (firstChild !== null) {
        node = firstChild;
        continue;
      }
      if (isTag(node) && isSeparate(node)) text += separator;
    }
    while (node.next === null) {
      const parent: AnyNode | null = node.parent;
      if (parent === null || parent === scope) return text;
      if (isTag(parent) && isSeparate(parent)) text += separator;
      node = parent;
    }
    node = node.next;
  }
  return text;
}
