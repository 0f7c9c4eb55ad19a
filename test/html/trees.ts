/** Returns trees as lists of lines, so that tests can compare them. */
import { isComment, isDirective, isText } from 'domhandler';
import { type DefaultTreeAdapterTypes as Parse5, parse } from 'parse5';
import { parseDocument } from '../../src/html/index.ts';
import { isTag, type ParentNode, type Root } from '../../src/html/tree.ts';

/** Returns the tree that `parse5.parse` builds. */
export function treeOfParse5(html: string): string[] {
  return linesOfParse5(parse(html));
}

/** Returns the tree that {@link parseDocument} builds. */
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
    const attributes = attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value] as const);
    const content = 'content' in child ? ['content', ...linesOfParse5(child.content), 'end'] : [];
    return [
      tagLine(tagName, namespaceURI, attributes),
      ...content,
      ...linesOfParse5({ childNodes } as Parse5.ParentNode),
      'end',
    ];
  });
}

export function linesOf(parent: ParentNode): string[] {
  return parent.children.flatMap((child): string[] => {
    if (isText(child)) return [textLine(child.data)];
    if (isComment(child)) return [commentLine(child.data)];
    if (isDirective(child)) {
      return [doctypeLine(child['x-name'] ?? '', child['x-publicId'] ?? '', child['x-systemId'] ?? '')];
    }
    if (isTag(child)) {
      return [tagLine(child.name, child.namespace, Object.entries(child.attribs)), ...linesOf(child), 'end'];
    }
    return ['content', ...linesOf(child as Root), 'end'];
  });
}

const textLine = (text: string) => `text ${JSON.stringify(text)}`;
const commentLine = (text: string) => `comment ${JSON.stringify(text)}`;
const doctypeLine = (...parts: string[]) => `doctype ${JSON.stringify(parts)}`;
const tagLine = (name: string, namespace: string, attributes: readonly (readonly [string, string])[]) =>
  `${name} ${namespace} ${JSON.stringify(attributes.toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
