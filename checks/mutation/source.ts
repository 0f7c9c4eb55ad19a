/** The elements of a page with their places in its HTML, so that a change of the page is a change of the string. */
import { type DefaultTreeAdapterTypes as Parse5, parse } from 'parse5';
import type { ParentNode } from '../../src/html/index.ts';
import { elementsBelow, isTag } from '../../src/html/tree.ts';

/** A part of the HTML: from `start` to before `end`. */
export interface Place {
  start: number;
  end: number;
}

/** An element whose start tag and end tag are both in the HTML. */
export interface SourceElement extends Place {
  tag: string;
  parent: SourceElement | undefined;
  children: readonly SourceElement[];
  attributes: ReadonlyMap<string, { value: string } & Place>;
  /** The start tag. */
  open: Place;
  /** The end tag. */
  close: Place;
  /** Whether there is text next to its child elements. */
  hasOwnText: boolean;
}

/** Returns the text of a page as the parser reads it. */
export function normalized(html: string): string {
  return html.replace(/\r\n?/g, '\n');
}

/**
 * Returns the elements of a page in document order. An element is `undefined` where the HTML does not contain it as one piece: its tags are implied,
 * or it was moved.
 *
 * @param html From {@link normalized}
 */
export function elementsOf(html: string): (SourceElement | undefined)[] {
  const elements: (SourceElement | undefined)[] = [];
  const visit = (node: Parse5.ParentNode, parent: SourceElement | undefined): void => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      const element = elementOf(child, parent);
      elements.push(element);
      if (element !== undefined) (parent?.children as SourceElement[] | undefined)?.push(element);
      if ('content' in child) visit(child.content, undefined);
      visit(child, element);
    }
  };
  visit(parse(html, { sourceCodeLocationInfo: true }), undefined);
  return elements;
}

function elementOf(node: Parse5.Element, parent: SourceElement | undefined): SourceElement | undefined {
  const { startTag, endTag, attrs } = node.sourceCodeLocation ?? {};
  if (startTag === undefined || endTag === undefined) return undefined;
  const [open, close] = [placeOf(startTag), placeOf(endTag)];
  const isInside = parent === undefined || (open.start >= parent.open.end && close.end <= parent.close.start);
  if (!isInside || close.start < open.end) return undefined;
  const attributes = node.attrs.flatMap(({ name, value }) => {
    const place = attrs?.[name];
    return place === undefined ? [] : [[name, { value, ...placeOf(place) }] as const];
  });
  return {
    tag: node.tagName,
    parent,
    children: [],
    attributes: new Map(attributes),
    open,
    close,
    start: open.start,
    end: close.end,
    hasOwnText: node.childNodes.some(
      (child) => child.nodeName === '#text' && /\S/.test((child as Parse5.TextNode).value),
    ),
  };
}

function placeOf({ startOffset, endOffset }: { startOffset: number; endOffset: number }): Place {
  return { start: startOffset, end: endOffset };
}

/**
 * Returns a function from elements of the parsed page to elements of the HTML: the same elements in the same order.
 *
 * @throws Error if the two trees differ
 */
export function finderOf(
  elements: readonly (SourceElement | undefined)[],
): (nodes: readonly ParentNode[]) => SourceElement[] {
  let known: Map<unknown, number> | undefined;
  return (nodes) => {
    const [first] = nodes;
    if (first === undefined) return [];
    known ??= orderOf(rootOf(first), elements.length);
    return nodes.flatMap((node) => elements[known?.get(node) ?? -1] ?? []);
  };
}

function orderOf(root: ParentNode, length: number): Map<unknown, number> {
  const order = new Map([...elementsBelow(root)].map((element, at) => [element as unknown, at]));
  if (order.size !== length) throw new Error(`the parsed page has ${order.size} elements, its HTML ${length}`);
  return order;
}

function rootOf(node: ParentNode): ParentNode {
  let root = node;
  while (root.parent !== null && (isTag(root.parent) || root.parent.type === 'root')) root = root.parent as ParentNode;
  return root;
}

/** Whether two places are the same, or one contains the other. */
export function overlaps(one: Place, other: Place): boolean {
  return one.start < other.end && other.start < one.end;
}

/** A replacement of a part of the HTML. An insertion replaces an empty part. */
export interface Edit extends Place {
  text: string;
}

/** Returns the HTML with edits, which must not overlap. */
export function edited(html: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    result += html.slice(at, start) + text;
    at = end;
  }
  return result + html.slice(at);
}
