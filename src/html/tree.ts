/**
 * The nodes of a document. They are domhandler's nodes, so that domutils and css-select work on them. Only {@link Element} is a class of our own:
 * it reads its attributes from the page when they are needed.
 */
import { ElementType } from 'domelementtype';
import {
  type AnyNode,
  type ChildNode,
  Document,
  type Element as DomElement,
  isText,
  NodeWithChildren,
  Text,
} from 'domhandler';
import { html, type Token } from 'parse5';
import { LIMITS } from './limits.ts';
import { isSpace } from './parser/characters.ts';
import { NONE_INDEXED, nameBit, type TagPlace, type TagText } from './parser/tag-text.ts';
import { step } from './time-limit.ts';

export { type ChildNode, isText };
export type ParentNode = Root | Element;

/** The children of a node that has none. The list is shared while a page is read: see {@link fillEmptyLists}. */
const NO_CHILDREN: ChildNode[] = [];

/** Copied for a first child: a copy takes the space of one child, and V8 does not move it to its old generation as it moves literals. */
const ONE_CHILD = new Array<ChildNode>(1);

/** A document, or the content of a template. */
export class Root extends Document {
  mode = html.DOCUMENT_MODE.NO_QUIRKS;
  /** See {@link Element}. */
  nextElement: Element | null = null;
  end: Element | null = null;
  readonly order = 0;

  constructor() {
    super(NO_CHILDREN);
  }
}

export class Element extends NodeWithChildren implements DomElement {
  readonly type: DomElement['type'];
  name: string;
  readonly namespace: html.NS;
  /** The next element in document order, below this one or not. */
  nextElement: Element | null = null;
  /** The first element in document order after this one and all below it. */
  end: Element | null = null;
  /** The position among the elements of the document, 1 first. */
  order = 0;
  readonly #tag: TagText | undefined;
  readonly #at: number = 0;
  /** The bits of the attributes' names: see {@link nameBit}. */
  #names: number;
  readonly #indexed: readonly string[] = NONE_INDEXED;
  readonly #classAt: number = 0;
  #attribs: Record<string, string> | undefined = undefined;
  #class: string | undefined = undefined;
  /** The bits of the classes: see {@link classBits}. {@link UNREAD} until they are needed. */
  #classes = UNREAD;

  /** @param attributes The attributes, or the place of their text, which is read when they are needed. */
  constructor(name: string, namespace: html.NS, attributes: readonly Token.Attribute[] | TagPlace) {
    super(NO_CHILDREN);
    this.type = name === 'script' ? ElementType.Script : name === 'style' ? ElementType.Style : ElementType.Tag;
    this.name = name;
    this.namespace = namespace;
    if ('tag' in attributes) {
      this.#tag = attributes.tag;
      this.#at = attributes.at;
      this.#names = attributes.names;
      this.#indexed = attributes.indexed;
      this.#classAt = attributes.classAt;
    } else if (attributes.length > 0) {
      this.#attribs = recordOf(attributes);
      this.#names = ALL_NAMES;
    } else this.#names = 0;
  }

  get nodeType(): 1 {
    return 1;
  }

  get tagName(): string {
    return this.name;
  }

  set tagName(name: string) {
    this.name = name;
  }

  /** All attributes. */
  get attribs(): Record<string, string> {
    this.#attribs ??= recordOf(this.#tag?.attributes(this.#at) ?? []);
    return this.#attribs;
  }

  set attribs(attribs: Record<string, string>) {
    this.#attribs = attribs;
    this.#names = ALL_NAMES;
    this.#classes = UNREAD;
  }

  get attributes(): DomElement['attributes'] {
    return Object.entries(this.attribs).map(([name, value]) => ({ name, value }));
  }

  /** Returns one attribute without reading the others. */
  attr(name: string): string | undefined {
    if (name === 'class') return this.#readClass();
    if (this.#attribs !== undefined) return this.#attribs[name];
    const indexed = this.#indexed;
    for (let at = 0; at < indexed.length; at += 2) if (indexed[at] === name) return indexed[at + 1];
    return this.#tagAttribute(name);
  }

  /** The bits of its attributes' names: see {@link nameBit}. */
  get nameBits(): number {
    return this.#names;
  }

  /** The bits of its classes: see {@link classBits}. */
  get classBits(): number {
    if (this.#classes === UNREAD) this.#readClass();
    return this.#classes;
  }

  #readClass(): string | undefined {
    if (this.#classes === UNREAD) {
      const unread = () => (this.#classAt > 0 ? this.#tag?.quoted(this.#classAt) : this.#tagAttribute('class'));
      const names = this.#attribs === undefined ? unread() : this.#attribs.class;
      this.#class = names !== undefined && names.length > LIMITS.classes ? undefined : names;
      this.#classes = classBits(this.#class ?? '');
    }
    return this.#class;
  }

  #tagAttribute(name: string): string | undefined {
    const tag = this.#tag;
    if (tag === undefined || (this.#names & nameBit(name.charCodeAt(0), name.length)) === 0) return undefined;
    const value = tag.attribute(this.#at, name);
    // A long tag is searched once.
    return tag.at - this.#at > LONG_TAG ? this.attribs[name] : value;
  }
}

/** In characters. */
const LONG_TAG = 2_000;

/** domhandler's names of types, as constants: these tests run for every node. */
const { Tag, Script, Style, Root: RootType } = ElementType;

export function isTag(node: AnyNode): node is Element {
  const { type } = node;
  return type === Tag || type === Script || type === Style;
}

export const isParent = (node: AnyNode): node is ParentNode => isTag(node) || node.type === RootType;

/** Returns the node after another node in document order, below a scope. */
export function following(node: ChildNode, scope: ParentNode): ChildNode | null {
  if (isParent(node)) {
    const { children } = node;
    if (children.length > 0) return children[0] as ChildNode;
  }
  let at: ChildNode = node;
  for (let next = at.next; ; next = at.next) {
    if (next !== null) return next;
    const { parent }: ChildNode = at;
    if (parent === null || parent === scope) return null;
    at = parent;
  }
}

/** All elements below a node, in document order. */
export function* elementsBelow(scope: ParentNode): Generator<Element> {
  for (let node = scope.firstChild; node !== null; node = following(node, scope)) {
    step();
    if (isTag(node)) yield node;
  }
}

/** Adds a node after the children of another node. */
export function append(parent: ParentNode, node: ChildNode): void {
  const { children } = parent;
  const last = children.at(-1) ?? null;
  node.parent = parent;
  node.prev = last;
  if (last === null) {
    parent.children = ONE_CHILD.slice();
    parent.children[0] = node;
  } else {
    last.next = node;
    children.push(node);
  }
}

/** Adds a text after the children of a node. */
export function appendText(parent: ParentNode, text: string): void {
  append(parent, new Text(text));
}

/** Gives each node below a scope without children a list of its own, so that children can be added to it. */
export function fillEmptyLists(scope: ParentNode): void {
  for (const element of elementsBelow(scope)) if (element.children === NO_CHILDREN) element.children = [];
}

/** The value of bits that are not read yet: no set of {@link classBits}s is negative. */
const UNREAD = -1;

/** All bits. */
const ALL_NAMES = -1;

/** Returns two bits of 30 for a class: an element without both does not have the class. */
export function classBits(names: string): number {
  let bits = 0;
  let hash = 0;
  for (let at = 0; at < names.length; at++) {
    const code = names.charCodeAt(at);
    if (!isSpace(code)) hash = (hash * 31 + code) & 0xffff;
    if (isSpace(code) || at === names.length - 1) {
      bits |= (1 << (hash % 30)) | (1 << ((hash >> 8) % 30));
      hash = 0;
    }
  }
  return bits;
}

function recordOf(attributes: readonly Token.Attribute[]): Record<string, string> {
  const record: Record<string, string> = Object.create(null);
  for (const { name, prefix, value } of attributes) record[prefix ? `${prefix}:${name}` : name] = value;
  return record;
}
