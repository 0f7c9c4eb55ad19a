/** HTML text -> document. The one file that knows the parser: nodes are those of domhandler, so css-select and domutils read them. */
import type { Document, Element } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';

export interface HtmlDocument {
  readonly root: Document;
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
export function parseDocument(html: string, options: ParseOptions = {}): HtmlDocument {
  const byId = new Map<string, Element[]>();
  const byAttribute = new Map((options.indexedAttributes ?? []).map((name) => [name, new Map<string, Element[]>()]));
  const scripts: Element[] = [];

  const root = parse(html, {
    treeAdapter: {
      ...adapter,
      createElement(tagName, namespace, attributes) {
        const element = adapter.createElement(tagName, namespace, attributes);
        if (tagName === 'script') scripts.push(element);
        for (const { name, value } of attributes) {
          const index = name === 'id' ? byId : byAttribute.get(name);
          if (index === undefined) continue;
          const known = index.get(value);
          if (known === undefined) index.set(value, [element]);
          else known.push(element);
        }
        return element;
      },
    },
  });
  return { root, byId, byAttribute, scripts };
}
