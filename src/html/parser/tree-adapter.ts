/** The tree adapter: parse5 builds the tree from domhandler's nodes with it. */
import { type ChildNode, Comment, isComment, isDirective, isText, ProcessingInstruction, Text } from 'domhandler';
import * as domutils from 'domutils';
import { Parser, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { step } from '../time-limit.ts';
import { append, type Element, isTag, type ParentNode, Root } from '../tree.ts';

/** The node types for parse5. */
export type TreeNodes = TreeAdapterTypeMap<
  ChildNode,
  ParentNode,
  ChildNode,
  Root,
  Root,
  Element,
  Comment,
  Text,
  Element,
  ProcessingInstruction
>;

/** The adapter without `createElement`: the document creates elements, because it indexes them. */
export const treeAdapter: Omit<TreeAdapter<TreeNodes>, 'createElement'> = {
  createDocument: () => new Root(),
  createDocumentFragment: () => new Root(),
  createCommentNode: (data) => new Comment(data),
  createTextNode: (data) => new Text(data),

  appendChild: append,
  insertBefore,
  detachNode: domutils.removeElement,
  setTemplateContent: append,
  insertText(parent, text) {
    const last = parent.children.at(-1);
    if (last !== undefined && isText(last)) last.data += text;
    else append(parent, new Text(text));
  },
  insertTextBefore(parent, text, reference) {
    const { prev } = reference;
    if (prev !== null && isText(prev)) prev.data += text;
    else insertBefore(parent, new Text(text), reference);
  },
  setDocumentType(document, name, publicId, systemId) {
    append(document, doctype(name, publicId, systemId));
  },
  setDocumentMode(document, mode) {
    document.mode = mode;
    document['x-mode'] = mode;
  },
  adoptAttributes(element, attributes) {
    const { attribs } = element;
    for (const { name, value } of attributes) attribs[name] ??= value;
    element.attribs = attribs;
  },

  getDocumentMode: ({ mode }) => mode,
  getTemplateContent: ({ children }) => children[0] as Root,
  getFirstChild: ({ firstChild }) => firstChild,
  getChildNodes: ({ children }) => children,
  getParentNode: ({ parent }) => parent as ParentNode | null,
  getAttrList: ({ attribs }) => Object.entries(attribs).map(([name, value]) => ({ name, value })),
  getTagName: ({ name }) => name,
  getNamespaceURI: ({ namespace }) => namespace,
  getTextNodeContent: ({ data }) => data,
  getCommentNodeContent: ({ data }) => data,
  getDocumentTypeNodeName: (node) => node['x-name'] ?? '',
  getDocumentTypeNodePublicId: (node) => node['x-publicId'] ?? '',
  getDocumentTypeNodeSystemId: (node) => node['x-systemId'] ?? '',
  isElementNode: isTag,
  isTextNode: isText,
  isCommentNode: isComment,
  isDocumentTypeNode: isDirective,

  getNodeSourceCodeLocation: () => undefined,
  setNodeSourceCodeLocation() {},
  updateNodeSourceCodeLocation() {},
};

function insertBefore(parent: ParentNode, node: ChildNode, { prev }: ChildNode): void {
  if (prev === null) domutils.prependChild(parent, node);
  else domutils.append(prev, node);
}

/** Returns a doctype node in the form of parse5's own adapter for domhandler. */
function doctype(name: string, publicId: string, systemId: string): ProcessingInstruction {
  const keyword = publicId !== '' ? ` PUBLIC "${publicId}"` : systemId !== '' ? ' SYSTEM' : '';
  const system = systemId === '' ? '' : ` "${systemId}"`;
  const node = new ProcessingInstruction('!doctype', `!DOCTYPE ${name}${keyword}${system}`);
  node['x-name'] = name;
  node['x-publicId'] = publicId;
  node['x-systemId'] = systemId;
  return node;
}

/** Most tags take few steps, but parse5 can search all open elements for one tag. */
export const STEPS_PER_TAG = 10;

/** parse5's parser within the time limit of the page. Both tokenizers pass here the tags that parse5's tree builder reads. */
export class LimitedParser extends Parser<TreeNodes> {
  override onStartTag(token: Token.TagToken): void {
    step(STEPS_PER_TAG);
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    step(STEPS_PER_TAG);
    super.onEndTag(token);
  }
}
