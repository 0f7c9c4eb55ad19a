/** Trees as lists of lines, to be compared. */
import { type DefaultTreeAdapterTypes as Parse5, parse } from 'parse5';
import { parseDocument } from '../../src/html/index.ts';
import type { ParentNode } from '../../src/html/tree.ts';

/** The tree that parse5 makes of a text. */
export function treeOfParse5(html: string): string[] {
  return linesOfParse5(parse(html));
}

/** The tree that {@link parseDocument} makes of it. */
export function treeOf(html: string): string[] {
  return linesOf(parseDocument(html).root);
}

function linesOfParse5(node: Parse5.ParentNode): string[] {
  return node.childNodes.flatMap((child): string[] => {
    if (child.nodeName === '#text') return [textLine((child as Parse5.TextNode).value)];
    if (child.nodeName === '#comment') return [commentLine((child as Parse5.CommentNode).data)];
    if (child.nodeName === '#documentType') {
      const { name, publicId, systemId } = child as Parse5.DocumentType;
      return [doctypeLine(name, publicId, systemId)];
    }
    const { tagName, namespaceURI, attrs, childNodes } = child as Parse5.Element;
    const said = attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value] as const);
    const content = 'content' in child ? ['content', ...linesOfParse5(child.content), 'end'] : [];
    return [
      tagLine(tagName, namespaceURI, said),
      ...content,
      ...linesOfParse5({ childNodes } as Parse5.ParentNode),
      'end',
    ];
  });
}

function linesOf(parent: ParentNode): string[] {
  return parent.children.flatMap((child): string[] => {
    if (child.type === 'text') return [textLine(child.data)];
    if (child.type === 'comment') return [commentLine(child.data)];
    if (child.type === 'directive') return [doctypeLine(child.name, child.publicId, child.systemId)];
    const opening =
      child.type === 'root' ? 'content' : tagLine(child.name, child.namespace, Object.entries(child.attribs));
    return [opening, ...linesOf(child), 'end'];
  });
}

const textLine = (text: string) => `text ${JSON.stringify(text)}`;
const commentLine = (text: string) => `comment ${JSON.stringify(text)}`;
const doctypeLine = (...parts: string[]) => `doctype ${JSON.stringify(parts)}`;
const tagLine = (name: string, namespace: string, attributes: readonly (readonly [string, string])[]) =>
  `${name} ${namespace} ${JSON.stringify(attributes.toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
