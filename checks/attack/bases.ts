/** The pages that attacks change: what their readers ask for, and the places where hostile content goes. */

import { detectPageType, type PageType } from '../../src/entries/parse.ts';
import { type HtmlDocument, parseDocument } from '../../src/html/index.ts';
import { selectAll } from '../../src/html/query.ts';
import type { PageInput } from '../mutation/page.ts';
import { type Edit, elementsOf, finderOf, normalized, type SourceElement } from '../mutation/source.ts';
import { endsOf, escaped, type Steps, selectorOf, shellOf, stepsOf } from './selectors.ts';

/** A page with the places of its elements. */
export class Base {
  readonly name: string;
  readonly type: PageType;
  readonly html: string;
  readonly context: PageInput['context'];
  #document: HtmlDocument | undefined;
  #find: ReturnType<typeof finderOf> | undefined;
  readonly #found = new Map<string, readonly SourceElement[]>();
  #elements: readonly SourceElement[] | undefined;

  constructor({ name, html, context }: PageInput) {
    this.name = name;
    this.html = normalized(html);
    this.context = context;
    this.type = detectPageType(context.url)?.page_type ?? 'product';
  }

  /** The elements that are one piece of the HTML. */
  get elements(): readonly SourceElement[] {
    this.#open();
    return this.#elements ?? [];
  }

  /** Returns the elements that a selector finds. */
  found(selector: string): readonly SourceElement[] {
    this.#open();
    const known = this.#found.get(selector);
    if (known !== undefined || this.#document === undefined) return known ?? [];
    const found = this.#find?.(selectAll(this.#document.root, selector)) ?? [];
    this.#found.set(selector, found);
    return found;
  }

  #open(): void {
    if (this.#document !== undefined) return;
    this.#document = parseDocument(this.html);
    const elements = elementsOf(this.html);
    this.#find = finderOf(elements);
    this.#elements = elements.filter((element) => element !== undefined);
  }

  /** Returns the change that puts a content where a path names: into the element, else into new elements in the nearest ancestor that exists. */
  editAt(path: string, content: string): Edit {
    const [selector = '', attribute] = path.split(/@([\w-]+)$/);
    const steps = stepsOf(selector || 'body')[0] ?? [];
    const [element, known] = this.#nearest(steps);
    const attributes = attribute === undefined ? {} : { [attribute]: content };
    if (element !== undefined && known === steps.length && attribute !== undefined)
      return attributeEdit(element, attribute, content);
    const rest = element === undefined ? steps : steps.slice(known + 1);
    const shell = rest.length === 0 ? { open: '', close: '' } : shellOf(rest, attributes);
    const inner = `${shell.open}${attribute === undefined ? content : 'x'}${shell.close}`;
    const [before, after] = (rest.length > 0 && !inner.startsWith('<table>') && CELLS[element?.tag ?? '']) || ['', ''];
    const text = `${before}${inner}${after}`;
    if (element === undefined) return { ...this.#bodyStart(), text };
    const isWhole = rest.length === 0;
    return { start: element.open.end, end: isWhole ? element.close.start : element.open.end, text };
  }

  /** Returns the element that the longest known part of a selector finds, and the length of this part. */
  #nearest(steps: Steps): [SourceElement | undefined, number] {
    for (const end of endsOf(steps).reverse()) {
      const [element] = this.found(selectorOf(steps.slice(0, end)));
      if (element !== undefined) return [element, end];
    }
    return [undefined, 0];
  }

  #bodyStart(): { start: number; end: number } {
    const at = /<body[^>]*>/i.exec(this.html);
    const start = at === null ? 0 : at.index + at[0].length;
    return { start, end: start };
  }
}

/** Between a row and a new element: the parser moves other elements out of the table. */
const CELLS: Readonly<Record<string, readonly [string, string]>> = {
  tr: ['<td>', '</td>'],
  tbody: ['<tr><td>', '</td></tr>'],
  table: ['<tr><td>', '</td></tr>'],
};

function attributeEdit({ attributes, open, tag }: SourceElement, name: string, value: string) {
  const text = `${name}="${escaped(value)}"`;
  const known = attributes.get(name);
  if (known !== undefined) return { start: known.start, end: known.end, text };
  const at = open.start + 1 + tag.length;
  return { start: at, end: at, text: ` ${text}` };
}
