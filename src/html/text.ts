/** Nodes -> text. */
import { type AnyNode, type Element, hasChildren, isTag, isText } from 'domhandler';

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
export function textOf(nodes: readonly AnyNode[], skip?: Skip): string {
  const parts: string[] = [];
  for (const node of nodes) collect(node, parts, '', skip);
  return collapse(parts.join(''));
}

/** The same, block by block: every line that a reader sees as one of its own. Empty lines are left out. */
export function linesOf(nodes: readonly AnyNode[], skip?: Skip): string[] {
  const parts: string[] = [];
  for (const node of nodes) collect(node, parts, LINE, skip);
  return parts
    .join('')
    .split(LINE)
    .map(collapse)
    .filter((line) => line !== '');
}

/** The text of the nodes that are text themselves. */
export function ownTextOf(nodes: readonly AnyNode[]): string {
  return collapse(
    nodes
      .filter(isText)
      .map(({ data }) => data)
      .join(' '),
  );
}

/** Collapses white space of every kind to single blanks and drops invisible marks. */
export function collapse(text: string): string {
  return text.replace(INVISIBLE_MARKS, '').replace(SPACES, ' ').trim();
}

/** A character that no page holds. */
const LINE = '\u{f0000}';

function collect(node: AnyNode, parts: string[], line: string, skip: Skip | undefined): void {
  if (isText(node)) {
    parts.push(node.data);
    return;
  }
  if (!hasChildren(node)) return;
  let separator: string | undefined;
  if (isTag(node)) {
    if (SILENT.has(node.name) || skip?.(node)) return;
    if (SEPARATE.has(node.name)) separator = line === '' ? ' ' : line;
  }
  if (separator !== undefined) parts.push(separator);
  for (const child of node.children) collect(child, parts, line, skip);
  if (separator !== undefined) parts.push(separator);
}
