/** How parse5 builds the tree. */
import type { TreeAdapter, TreeAdapterTypeMap } from 'parse5';
import { html } from 'parse5';
import {
  append,
  type ChildNode,
  Comment,
  Doctype,
  detach,
  type Element,
  insertBefore,
  isTag,
  isText,
  type ParentNode,
  Root,
  Text,
} from '../tree.ts';

/** The kinds of nodes, as parse5 names them. */
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
  Doctype
>;

/** All but the making of elements, which is the document's, for it indexes them. */
export const treeAdapter: Omit<TreeAdapter<TreeNodes>, 'createElement'> = {
  createDocument: () => new Root(),
  createDocumentFragment: () => new Root(),
  createCommentNode: (data) => new Comment(data),
  createTextNode: (data) => new Text(data),

  appendChild: append,
  insertBefore,
  detachNode: detach,
  setTemplateContent: append,
  insertText(parent, text) {
    const last = parent.lastChild;
    if (last !== null && isText(last)) last.data += text;
    else append(parent, new Text(text));
  },
  insertTextBefore(parent, text, reference) {
    const { prev } = reference;
    if (prev !== null && isText(prev)) prev.data += text;
    else insertBefore(parent, new Text(text), reference);
  },
  setDocumentType(document, name, publicId, systemId) {
    append(document, new Doctype(name, publicId, systemId));
  },
  setDocumentMode(document, mode) {
    document.mode = mode;
  },
  adoptAttributes({ attribs }, attributes) {
    for (const { name, value } of attributes) attribs[name] ??= value;
  },

  getDocumentMode: ({ mode }) => mode ?? html.DOCUMENT_MODE.NO_QUIRKS,
  getTemplateContent: ({ firstChild }) => firstChild as Root,
  getFirstChild: ({ firstChild }) => firstChild,
  getChildNodes: ({ children }) => children,
  getParentNode: ({ parent }) => parent,
  getAttrList: ({ attribs }) => Object.entries(attribs).map(([name, value]) => ({ name, value })),
  getTagName: ({ name }) => name,
  getNamespaceURI: ({ namespace }) => namespace,
  getTextNodeContent: ({ data }) => data,
  getCommentNodeContent: ({ data }) => data,
  getDocumentTypeNodeName: ({ name }) => name,
  getDocumentTypeNodePublicId: ({ publicId }) => publicId,
  getDocumentTypeNodeSystemId: ({ systemId }) => systemId,
  isElementNode: isTag,
  isTextNode: isText,
  isCommentNode: (node): node is Comment => node.type === 'comment',
  isDocumentTypeNode: (node): node is Doctype => node.type === 'directive',

  getNodeSourceCodeLocation: () => undefined,
  setNodeSourceCodeLocation() {},
  updateNodeSourceCodeLocation() {},
};
