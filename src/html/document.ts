/** HTML text -> document. The tree is parse5's, node by node; its nodes and the reading of the text are ours, and several times as fast. */
import { Parser } from 'parse5';
import { ElementIndex } from './parser/element-index.ts';
import { TagText } from './parser/tag-text.ts';
import { TokenReader, UNREAD } from './parser/tokens.ts';
import { type TreeNodes, treeAdapter } from './parser/tree-adapter.ts';
import { Element, type Root } from './tree.ts';

export interface HtmlDocument {
  readonly root: Root;
  /** All elements with an id, in document order: real pages repeat ids. */
  readonly byId: ReadonlyMap<string, readonly Element[]>;
  /** The same for each indexed attribute, by its value. */
  readonly byAttribute: ReadonlyMap<string, ReadonlyMap<string, readonly Element[]>>;
  /** All script elements in document order. */
  readonly scripts: readonly Element[];
}

export interface ParseOptions {
  /** Attributes to index beside the id. */
  indexedAttributes?: readonly string[];
}

/** Parses a page, however broken, as browsers do; the indexes are built while it is parsed. */
export function parseDocument(text: string, { indexedAttributes = [] }: ParseOptions = {}): HtmlDocument {
  // Browsers read every kind of line end as a line feed.
  const html = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const index = new ElementIndex(indexedAttributes);
  const { parser, tokens, isInOrder } = createParser(html, index);
  // A NUL means something else in every place: such a page is no ordinary one.
  if (html.includes('\0')) parser.tokenizer.write(html, true);
  else tokens.run();
  if (!isInOrder()) index.renew(parser.document);
  const { byId, byAttribute, scripts } = index;
  return { root: parser.document, byId, byAttribute, scripts };
}

function createParser(html: string, index: ElementIndex) {
  // Broken markup is mended by moving elements: then their order is not that of their tags.
  let isInOrder = true;
  const moving =
    <Arguments extends unknown[]>(move: (...given: Arguments) => void) =>
    (...given: Arguments) => {
      isInOrder = false;
      move(...given);
    };
  const parser: Parser<TreeNodes> = new Parser<TreeNodes>({
    treeAdapter: {
      ...treeAdapter,
      insertBefore: moving(treeAdapter.insertBefore),
      detachNode: moving(treeAdapter.detachNode),
      adoptAttributes: moving(treeAdapter.adoptAttributes),
      createElement(name, namespace, attributes) {
        const isUnread = attributes === UNREAD;
        const element = new Element(name, namespace, isUnread ? tokens.unread : attributes);
        if (isUnread) index.enterNoted(element);
        else for (const attribute of attributes) index.enter(element, attribute.name, attribute.value);
        if (name === 'script') index.scripts.push(element);
        return element;
      },
    },
  });
  const tokens = new TokenReader(html, new TagText(html), index, parser);
  return { parser, tokens, isInOrder: () => isInOrder };
}
