/** Blocks: some elements of a page, and methods to read them. */
import type { AnyNode } from 'domhandler';
import { nextElementSibling } from 'domutils';
import type { HtmlDocument } from './document.ts';
import { elementsIn, outermost } from './document-order.ts';
import { LIMITS, PageLimit } from './limits.ts';
import { firstBelow, matches, selectAll, selectFirst } from './query.ts';
import type { Reading, Recorder } from './recorder.ts';
import { collapse, isBelow, linesOf, ownTextOf, type Skip, spacedTextOf, TextCache, textOf } from './text.ts';
import { step } from './time-limit.ts';
import { type Element, isTag, isText, type ParentNode } from './tree.ts';

/** The state that all blocks of a page share. */
export interface BlockSource {
  readonly document: HtmlDocument;
  /** Records what is read, if set. */
  readonly recorder?: Recorder | undefined;
  /** Returns whether the text of an element is hidden. */
  readonly skip?: Skip | undefined;
  /** Returns whether an element is left out with everything below it: see {@link Block.without}. */
  readonly leftOut?: Skip | undefined;
  /** Keeps texts that were read with `skip`. */
  readonly texts?: TextCache | undefined;
}

/**
 * A selector that the source contains: a literal, or one that is made of literals. TypeScript refuses every other text, so that no page can choose a selector.
 */
export type Literal<Text extends string> = Record<never, never> extends Record<Text, true> ? never : Text;

type BlockClass<Made, Source> = new (source: Source, nodes: readonly ParentNode[], where: string) => Made;

/**
 * A list of elements, often one, sometimes none. Reading an empty block returns `undefined`, so that sources can be chained with `??`, the most
 * trusted first.
 */
export class Block<Source extends BlockSource = BlockSource> {
  readonly source: Source;
  readonly nodes: readonly ParentNode[];
  /** How the block was reached, as a selector: for {@link Recorder}. */
  readonly where: string;

  constructor(source: Source, nodes: readonly ParentNode[], where: string) {
    this.source = source;
    this.nodes = nodes;
    this.where = where;
  }

  /** A block of the same kind over other elements. */
  protected derive(nodes: readonly ParentNode[], where: string): this {
    return new (this.constructor as BlockClass<this, Source>)(this.source, nodes, where);
  }

  /** The same block without some of the elements below it: nothing in them is found or read. */
  without(...others: readonly Block<Source>[]): this {
    return this.withoutNodes(others.flatMap((other) => other.nodes));
  }

  /** The same as {@link without}, for many elements. */
  withoutNodes(others: Iterable<ParentNode>): this {
    const { skip, leftOut: before } = this.source;
    const nodes = new Set(others);
    if (nodes.size === 0) return this;
    const leftOut: Skip = (element) => nodes.has(element) || before?.(element) === true;
    const texts = new TextCache();
    const source = { ...this.source, texts, leftOut, skip: (one: Element) => leftOut(one) || skip?.(one) === true };
    return new (this.constructor as BlockClass<this, Source>)(source, this.nodes, this.where);
  }

  /** The same elements without the recorder: for texts that must not be shown. */
  unrecorded(): this {
    const { recorder, ...source } = this.source;
    return recorder === undefined
      ? this
      : new (this.constructor as new (source: BlockSource, nodes: readonly ParentNode[], where: string) => this)(
          source,
          this.nodes,
          this.where,
        );
  }

  /** Whether the block has an element. */
  get exists(): boolean {
    return this.nodes.length > 0;
  }

  /** All elements inside this block that carry the id: real pages repeat ids. None for an empty id, which real pages have too. */
  at(id: string): this {
    const elements = id === '' ? undefined : this.source.document.byId.get(id);
    return this.derive(this.inside(elements), this.below(`#${id}`));
  }

  /** All elements inside this block whose indexed attribute has the value. */
  marked(attribute: string, value: string): this {
    const index = this.source.document.byAttribute.get(attribute);
    if (index === undefined) throw new Error(`the attribute ${attribute} is not indexed`);
    return this.derive(this.inside(index.get(value)), this.below(`[${attribute}="${value}"]`));
  }

  /** All tables inside this block. */
  get tables(): this {
    return this.derive(this.inside(this.source.document.tables), this.below('table'));
  }

  /** All descendants that match. */
  find<Text extends string>(selector: Literal<Text>): this {
    return this.derive(this.select(selector), this.below(selector));
  }

  /**
   * The first descendant that matches. Without a selector, the first element of the block itself that has text, else the first: of an id that
   * occurs twice, the first element can be empty.
   */
  first<Text extends string>(selector?: Literal<Text>): this {
    if (selector === undefined) {
      const filled = this.nodes.length < 2 ? -1 : this.nodes.findIndex((node) => this.shown(node) !== '');
      return this.derive(this.nodes.slice(Math.max(filled, 0)).slice(0, 1), this.where);
    }
    const element = this.selectFirst(selector);
    return this.derive(element === undefined ? [] : [element], this.below(selector));
  }

  /** One block for each element of this one, or for each descendant that matches. */
  all<Text extends string>(selector?: Literal<Text>): this[] {
    const block = selector === undefined ? this : this.find(selector);
    const { matches } = LIMITS;
    if (block.nodes.length > matches) throw new PageLimit(`elements that match ${selector ?? block.where}`, matches);
    return block.nodes.map((node) => this.derive([node], block.where));
  }

  /**
   * One block for each entry of a list: the elements of this block, or the descendants that match. An entry inside of another one is a part of it.
   *
   * @throws PageLimit if the list has more entries than any real page
   */
  entries<Text extends string>(selector?: Literal<Text>): this[] {
    const block = selector === undefined ? this : this.find(selector);
    const nodes = outermost(block.nodes);
    if (nodes.length > LIMITS.entries) throw new PageLimit('entries', LIMITS.entries);
    return nodes.map((node) => this.derive([node], block.where));
  }

  /** The elements of this block that match. */
  filter<Text extends string>(selector: Literal<Text>): this {
    return this.derive(
      this.elements.filter((element) => matches(selector, element)),
      this.where,
    );
  }

  /** The nearest ancestor of the first element that matches, or the element itself. */
  closest<Text extends string>(selector: Literal<Text>): this {
    for (let node: AnyNode | null = this.nodes[0] ?? null; node !== null; node = node.parent) {
      if (isTag(node) && matches(selector, node)) return this.derive([node], selector);
    }
    return this.derive([], selector);
  }

  /** The element after the first one. */
  next(): this {
    const [node] = this.nodes;
    const next = node === undefined ? null : nextElementSibling(node);
    return this.derive(next !== null && isTag(next) ? [next] : [], `${this.where} + *`);
  }

  /** The text behind the first element, in the same parent, up to an element that matches or has a match in it. */
  textBehind<Text extends string>(stop: Literal<Text>): string | undefined {
    let text = '';
    for (let node: AnyNode | null = this.nodes[0]?.nextSibling ?? null; node !== null; node = node.nextSibling) {
      if (isTag(node)) {
        if (matches(stop, node) || selectFirst(node, stop, this.source) !== undefined) break;
        text += this.source.skip?.(node) === true ? '' : ` ${this.shown(node)} `;
      } else if (isText(node)) text += node.data;
      step();
      if (text.length > LIMITS.text) return undefined;
    }
    const behind = collapse(text);
    if (behind !== '') this.note('selector', `${this.where} ~ *`, behind);
    return behind || undefined;
  }

  /** The child elements. */
  children(): this {
    return this.derive(this.kept(this.nodes.flatMap((node) => node.children.filter(isTag))), `${this.where} > *`);
  }

  /** Whether a descendant matches. */
  has<Text extends string>(selector: Literal<Text>): boolean {
    return this.selectFirst(selector) !== undefined;
  }

  /** The name of the first element: `a`, `tr`. */
  get tag(): string | undefined {
    return this.elements[0]?.name;
  }

  /**
   * The first text that is not empty, white space collapsed: of the descendants that match the selectors, tried in turn, or of the block itself.
   * Elements that no reader sees are left out; an element that is itself such is read all the same, as it was asked for.
   */
  text<Text extends string>(...selectors: Literal<Text>[]): string | undefined {
    return this.read(selectors, (node) => this.shown(node), 'selector');
  }

  /** The same as {@link text}, with a blank between the words of different elements. */
  spacedText<Text extends string>(...selectors: Literal<Text>[]): string | undefined {
    return this.read(selectors, (node) => spacedTextOf(node, this.source.skip), 'selector');
  }

  /** The same as {@link text} with everything in it, what is hidden too. */
  fullText<Text extends string>(...selectors: Literal<Text>[]): string | undefined {
    return this.read(selectors, (node) => textOf(node, this.source.leftOut), 'selector');
  }

  /** The text of every element, empty ones left out. */
  texts<Text extends string>(selector?: Literal<Text>): string[] {
    const block = selector === undefined ? this : this.find(selector);
    const texts = block.nodes.map((node) => this.shown(node)).filter((text) => text !== '');
    if (texts.length > 0) this.note('selector', block.where, () => texts.join(' | '), block.nodes);
    return texts;
  }

  /** The lines of text of the first element that has any. */
  lines<Text extends string>(selector?: Literal<Text>): string[] {
    const block = selector === undefined ? this : this.find(selector);
    for (const node of block.nodes) {
      const lines = linesOf(node, this.source.skip);
      if (lines.length > 0) {
        this.note('selector', block.where, () => lines.join(' | '), [node]);
        return lines;
      }
    }
    return [];
  }

  /** The text of the first element without the text of its child elements. */
  ownText<Text extends string>(...selectors: Literal<Text>[]): string | undefined {
    return this.read(selectors, (node) => this.source.texts?.ownText(node) ?? ownTextOf(node), 'selector');
  }

  /** The first value of an attribute that is not empty, of the descendants that match the selectors in turn, or of the block itself. */
  attr<Text extends string>(name: string, ...selectors: Literal<Text>[]): string | undefined {
    return this.read(
      selectors,
      (node) => (isTag(node) ? collapse(node.attr(name) ?? '') : undefined),
      'attribute',
      `@${name}`,
    );
  }

  /** The value of an attribute of every element that has it. */
  attrs<Text extends string>(name: string, selector?: Literal<Text>): string[] {
    const block = selector === undefined ? this : this.find(selector);
    const values = block.elements.map((element) => collapse(element.attr(name) ?? '')).filter((value) => value !== '');
    if (values.length > 0) this.note('attribute', `${block.where}@${name}`, () => values.join(' | '), block.nodes);
    return values;
  }

  /**
   * Records a value that was read by other means.
   *
   * @param text The text, or a function that returns it, called only if there is a recorder
   * @param nodes The elements that were read
   */
  note(
    source: Reading['source'],
    at: string,
    text: string | (() => string),
    nodes: readonly ParentNode[] = this.nodes,
  ): void {
    const { recorder } = this.source;
    recorder?.note({ source, at: at.trim(), text: typeof text === 'string' ? text : text(), nodes });
  }

  /** The elements of a list in document order that are inside this block. */
  among(elements: readonly Element[]): this {
    return this.derive(this.inside(elements), this.where);
  }

  /** The text of a node without what is hidden. */
  private shown(node: ParentNode): string {
    const { skip, texts } = this.source;
    return texts === undefined ? textOf(node, skip) : texts.text(node, skip);
  }

  protected get elements(): Element[] {
    return this.nodes.filter(isTag);
  }

  private read(
    selectors: readonly string[],
    reader: (node: ParentNode) => string | undefined,
    source: Reading['source'],
    suffix = '',
  ): string | undefined {
    let found: readonly ParentNode[] | undefined;
    const read = (node: ParentNode) => {
      const text = reader(node) || undefined;
      if (text !== undefined && this.source.recorder !== undefined) found = [node];
      return text;
    };
    for (const selector of selectors.length === 0 ? [undefined] : selectors) {
      for (const node of selector === undefined ? this.nodes : outermost(this.nodes)) {
        const text = selector === undefined ? read(node) : firstBelow(node, selector, read, this.source);
        if (text === undefined) continue;
        this.note(source, `${selector === undefined ? this.where : this.below(selector)}${suffix}`, text, found);
        return text;
      }
    }
    for (const selector of selectors) this.below(selector);
    if (selectors.length === 0) this.look(`${this.where}${suffix}`);
    return undefined;
  }

  /** Records a place that had no value. */
  protected look(at: string): void {
    this.source.recorder?.note({ lookedAt: at });
  }

  private select(selector: string): Element[] {
    const [first] = this.nodes;
    if (first === undefined) return [];
    if (this.nodes.length === 1) return selectAll(first, selector, this.source);
    // Elements of a block can be nested: an element below two of them is found once.
    return outermost(this.nodes).flatMap((node) => selectAll(node, selector, this.source));
  }

  private selectFirst(selector: string): Element | undefined {
    for (const node of outermost(this.nodes)) {
      const element = selectFirst(node, selector, this.source);
      if (element !== undefined) return element;
    }
    return undefined;
  }

  private inside(elements: readonly Element[] | undefined): readonly Element[] {
    const [first] = this.nodes;
    if (elements === undefined || first === undefined) return [];
    if (this.nodes.length === 1) return this.kept(elementsIn(first, elements));
    return this.kept(outermost(this.nodes).flatMap((node) => elementsIn(node, elements)));
  }

  private kept<Some extends readonly Element[]>(elements: Some): Some | Element[] {
    const { leftOut } = this.source;
    return leftOut === undefined ? elements : elements.filter((element) => !isBelow(element, leftOut));
  }

  /** Returns the selector of elements below the block, and records that they are looked at. Only a recorder needs it. */
  private below(step: string): string {
    if (this.source.recorder === undefined) return '';
    const place = `${this.where} ${step}`.trim().replace(/\s+/g, ' ');
    this.look(place);
    return place;
  }
}
