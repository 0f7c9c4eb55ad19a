/** The nodes of a document. */
import type { html, Token } from 'parse5';
import { isSpace } from './parser/characters.ts';
import { nameBit, type TagPlace, type TagText } from './parser/tag-text.ts';

export type ParentNode = Root | Element;
export type ChildNode = Root | Element | Text | Comment | Doctype;

class Linked {
  parent: ParentNode | null = null;
  prev: ChildNode | null = null;
  next: ChildNode | null = null;
}

class Parent extends Linked {
  firstChild: ChildNode | null = null;
  lastChild: ChildNode | null = null;

  /** The child nodes as a list. */
  get children(): ChildNode[] {
    const children: ChildNode[] = [];
    for (let child = this.firstChild; child !== null; child = child.next) children.push(child);
    return children;
  }
}

/** A document, or the content of a template. */
export class Root extends Parent {
  readonly type = 'root';
  mode: html.DOCUMENT_MODE | undefined = undefined;
}

export class Element extends Parent {
  readonly type = 'tag';
  readonly name: string;
  readonly namespace: html.NS;
  readonly #tag: TagText | undefined;
  readonly #at: number = 0;
  /** The bits of the names of the tag's attributes: see {@link nameBit}. */
  readonly #names: number = 0;
  #attribs: Record<string, string> | undefined = undefined;
  #class: string | undefined = undefined;
  /** The bits of the classes, once they were asked for: see {@link classBit}. */
  #classes = UNREAD;

  /** @param attributes What the tag says, or its text, for when somebody asks. */
  constructor(name: string, namespace: html.NS, attributes: readonly Token.Attribute[] | TagPlace) {
    super();
    this.name = name;
    this.namespace = namespace;
    if ('tag' in attributes) {
      this.#tag = attributes.tag;
      this.#at = attributes.at;
      this.#names = attributes.names;
    } else this.#attribs = recordOf(attributes);
  }

  /** All attributes. */
  get attribs(): Record<string, string> {
    this.#attribs ??= recordOf(this.#tag?.attributes(this.#at) ?? []);
    return this.#attribs;
  }

  /** One attribute, without a look at the others. */
  attr(name: string): string | undefined {
    if (this.#attribs !== undefined) return this.#attribs[name];
    if ((this.#names & nameBit(name.charCodeAt(0), name.length)) === 0) return undefined;
    return this.#tag?.attribute(this.#at, name);
  }

  /** Whether it has a class. @param bit The class's {@link classBit} */
  hasClass(name: string, bit: number): boolean {
    if (this.#classes === UNREAD) {
      this.#class = this.attr('class') ?? '';
      this.#classes = classBits(this.#class);
    }
    return (this.#classes & bit) !== 0 && hasWord(this.#class ?? '', name);
  }
}

export class Text extends Linked {
  readonly type = 'text';
  data: string;

  constructor(data: string) {
    super();
    this.data = data;
  }
}

export class Comment extends Linked {
  readonly type = 'comment';
  readonly data: string;

  constructor(data: string) {
    super();
    this.data = data;
  }
}

export class Doctype extends Linked {
  readonly type = 'directive';
  readonly name: string;
  readonly publicId: string;
  readonly systemId: string;

  constructor(name: string, publicId: string, systemId: string) {
    super();
    this.name = name;
    this.publicId = publicId;
    this.systemId = systemId;
  }
}

export function isTag(node: ChildNode): node is Element {
  return node.type === 'tag';
}

export function isText(node: ChildNode): node is Text {
  return node.type === 'text';
}

export function isParent(node: ChildNode): node is ParentNode {
  return node.type === 'tag' || node.type === 'root';
}

/** Whether a node stands somewhere below another one. */
export function isInside(node: ChildNode, other: ChildNode): boolean {
  for (let { parent } = node; parent !== null; { parent } = parent) if (parent === other) return true;
  return false;
}

/** The node behind another one in document order, inside a scope. */
export function following(node: ChildNode, scope: ParentNode): ChildNode | null {
  if (isParent(node) && node.firstChild !== null) return node.firstChild;
  let at: ChildNode = node;
  while (at.next === null) {
    if (at.parent === null || at.parent === scope) return null;
    at = at.parent;
  }
  return at.next;
}

/** All elements below a node, in document order. */
export function* elementsBelow(scope: ParentNode): Generator<Element> {
  for (let node = scope.firstChild; node !== null; node = following(node, scope)) if (isTag(node)) yield node;
}

/** Puts a node behind the children of another one. */
export function append(parent: ParentNode, node: ChildNode): void {
  const { lastChild } = parent;
  node.parent = parent;
  node.prev = lastChild;
  if (lastChild === null) parent.firstChild = node;
  else lastChild.next = node;
  parent.lastChild = node;
}

/** Puts a node before a child of another one. */
export function insertBefore(parent: ParentNode, node: ChildNode, reference: ChildNode): void {
  const { prev } = reference;
  node.parent = parent;
  node.prev = prev;
  node.next = reference;
  reference.prev = node;
  if (prev === null) parent.firstChild = node;
  else prev.next = node;
}

/** Takes a node out of the tree. */
export function detach(node: ChildNode): void {
  const { parent, prev, next } = node;
  if (parent === null) return;
  if (prev === null) parent.firstChild = next;
  else prev.next = next;
  if (next === null) parent.lastChild = prev;
  else next.prev = prev;
  node.parent = null;
  node.prev = null;
  node.next = null;
}

/** Stands for bits that were not looked at: no set of {@link classBit}s is negative. */
const UNREAD = -1;

/** One bit of 30 for a class: an element without the bit does not have the class. */
export function classBit(name: string): number {
  return classBits(name);
}

function classBits(names: string): number {
  let bits = 0;
  let hash = 0;
  for (let at = 0; at < names.length; at++) {
    const code = names.charCodeAt(at);
    if (!isSpace(code)) hash = (hash * 31 + code) & 0xffff;
    if (isSpace(code) || at === names.length - 1) {
      bits |= 1 << (hash % 30);
      hash = 0;
    }
  }
  return bits;
}

/** Whether a word stands in a text, between white space. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isStart = at === 0 || isSpace(text.charCodeAt(at - 1));
    if (isStart && (end === text.length || isSpace(text.charCodeAt(end)))) return true;
  }
  return false;
}

function recordOf(attributes: readonly Token.Attribute[]): Record<string, string> {
  const record: Record<string, string> = Object.create(null);
  for (const { name, prefix, value } of attributes) record[prefix ? `${prefix}:${name}` : name] = value;
  return record;
}
