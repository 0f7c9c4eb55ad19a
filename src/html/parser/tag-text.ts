/** Reads the attributes of tags from the text of the page. */
import { decodeHTMLAttribute } from 'entities/decode';
import type { Token } from 'parse5';
import { EQUALS, GREATER, isSpace, lowerCase, QUOTE, SINGLE_QUOTE, SOLIDUS, UPPER_A, UPPER_Z } from './characters.ts';

/** The indexed attributes of a tag that has none. */
export const NONE_INDEXED: readonly string[] = [];

/** The position of a tag whose attributes are read later, when a field needs them. */
export interface TagPlace {
  readonly tag: TagText;
  /** Position after the tag's name. */
  at: number;
  /** The {@link nameBit}s of its attributes. */
  names: number;
  /** Position of the value of its class, if that is quoted. Else 0. */
  classAt: number;
  /** Its indexed attributes: name, value, name, value, ... */
  indexed: readonly string[];
}

/** The attributes of a formatting element. parse5 keeps its tag, and can read them later, for another element. */
export class LaterAttributes implements TagPlace {
  readonly tag: TagText;
  readonly at: number;
  readonly names: number;
  readonly classAt: number;
  readonly indexed: readonly string[];

  constructor({ tag, at, names, classAt, indexed }: TagPlace) {
    this.tag = tag;
    this.at = at;
    this.names = names;
    this.classAt = classAt;
    this.indexed = indexed;
  }

  /** parse5 compares the attributes of many nested formatting elements. */
  map<T>(read: (attribute: Token.Attribute) => T): T[] {
    return this.tag.attributes(this.at).map(read);
  }
}

/** Returns one of 32 bits for the name of an attribute. A tag without the bit does not have the attribute; a tag with it may have it. */
export function nameBit(firstCharacter: number, length: number): number {
  return 1 << (((firstCharacter | 0x20) + length * 5) & 31);
}

/**
 * Iterates over the attributes of a tag like the tokenizer of the HTML standard. The page must not contain carriage returns or NUL characters.
 */
export class TagText {
  /** Whether the tag ends with `/>`. Valid after the last attribute. */
  isSelfClosing = false;
  /** Whether parse5 must read the tag: it has no end, or the name of an attribute begins with an equals sign. */
  isOdd = false;
  /** Position after the last attribute that was read. At the end of the tag: the position of its `>`. */
  at = 0;

  /** The {@link nameBit}s of the attributes that were read. */
  names = 0;

  readonly #html: string;
  /** Position of the last `>` of the page: a tag that continues after it has no end. */
  readonly #last: number;
  #nameStart = 0;
  #nameEnd = 0;
  #valueStart = 0;
  #valueEnd = 0;
  /** The attribute that {@link attribute} returned last: the alternatives of a selector often read the same one. */
  #readAt = -1;
  #readName = '';
  #readValue: string | undefined = undefined;

  constructor(html: string) {
    this.#html = html;
    this.#last = html.lastIndexOf('>');
  }

  /** Starts with the tag whose name ends at a position. */
  open(at: number): void {
    this.at = at;
    this.names = 0;
    this.isSelfClosing = false;
    this.isOdd = at > this.#last;
  }

  /** Moves to the next attribute. @returns `false` at the end of the tag, and if {@link isOdd} */
  next(): boolean {
    if (this.isOdd) return false;
    const html = this.#html;
    let { at } = this;
    let code = html.charCodeAt(at);
    while (isSpace(code) || code === SOLIDUS) {
      const isSolidus = code === SOLIDUS;
      code = html.charCodeAt(++at);
      this.isSelfClosing = isSolidus && code === GREATER;
    }
    this.at = at;
    if (code === GREATER) return false;
    if (code === EQUALS) return this.#odd();
    const first = code;
    this.#nameStart = at;
    do code = html.charCodeAt(++at);
    while (code > GREATER || !(code === EQUALS || code === GREATER || code === SOLIDUS || isSpace(code)));
    this.#nameEnd = at;
    this.names |= nameBit(first, at - this.#nameStart);
    while (isSpace(code)) code = html.charCodeAt(++at);
    if (code === EQUALS) return this.#value(at + 1);
    return this.#end(at, at, at);
  }

  /** The name of the current attribute, in lower case. */
  get name(): string {
    return lowerCase(this.#html.slice(this.#nameStart, this.#nameEnd));
  }

  get nameLength(): number {
    return this.#nameEnd - this.#nameStart;
  }

  /** Returns whether the current attribute has a name. `name` must be in lower case. */
  isNamed(name: string): boolean {
    const start = this.#nameStart;
    if (this.#nameEnd - start !== name.length) return false;
    for (let index = 0; index < name.length; index++) {
      const code = this.#html.charCodeAt(start + index);
      const expected = name.charCodeAt(index);
      if (code !== expected && (code < UPPER_A || code > UPPER_Z || (code | 0x20) !== expected)) return false;
    }
    return true;
  }

  /** Position of the current attribute's value, if that is quoted. Else 0. */
  get quotedAt(): number {
    // The value of an attribute without quotes ends where the attribute ends.
    return this.#valueEnd < this.at ? this.#valueStart : 0;
  }

  /** The value of the current attribute, with character references resolved. */
  get value(): string {
    return decoded(this.#html.slice(this.#valueStart, this.#valueEnd));
  }

  /** Returns a quoted value. @param at As {@link quotedAt} */
  quoted(at: number): string {
    const html = this.#html;
    return decoded(html.slice(at, html.indexOf(html.charAt(at - 1), at)));
  }

  /** Returns the value of one attribute of the tag whose name ends at a position. */
  attribute(at: number, name: string): string | undefined {
    if (this.#readAt === at && this.#readName === name) {
      this.at = at;
      return this.#readValue;
    }
    this.open(at);
    let value: string | undefined;
    while (value === undefined && this.next()) if (this.isNamed(name)) value = this.value;
    this.#readAt = at;
    this.#readName = name;
    this.#readValue = value;
    return value;
  }

  /** Returns all attributes of the tag whose name ends at a position. If a name is repeated, the first one counts. */
  attributes(at: number): Token.Attribute[] {
    const attributes: Token.Attribute[] = [];
    const names = new Set<string>();
    this.open(at);
    while (this.next()) {
      const { name } = this;
      if (names.has(name)) continue;
      names.add(name);
      attributes.push({ name, value: this.value });
    }
    return attributes;
  }

  #value(start: number): boolean {
    const html = this.#html;
    let at = start;
    let code = html.charCodeAt(at);
    while (isSpace(code)) code = html.charCodeAt(++at);
    if (code === QUOTE || code === SINGLE_QUOTE) {
      const end = html.indexOf(code === QUOTE ? '"' : "'", at + 1);
      if (end === -1 || end > this.#last) return this.#odd();
      return this.#end(at + 1, end, end + 1);
    }
    const from = at;
    while (code !== GREATER && !isSpace(code)) code = html.charCodeAt(++at);
    return this.#end(from, at, at);
  }

  #end(valueStart: number, valueEnd: number, at: number): true {
    this.#valueStart = valueStart;
    this.#valueEnd = valueEnd;
    this.at = at;
    return true;
  }

  #odd(): false {
    this.isOdd = true;
    return false;
  }
}

const decoded = (value: string): string => (value.includes('&') ? decodeHTMLAttribute(value) : value);
