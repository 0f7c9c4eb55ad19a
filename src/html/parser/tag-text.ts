/** The text of tags: where its attributes are, and what they say. */
import { decodeHTMLAttribute } from 'entities/decode';
import type { Token } from 'parse5';
import { EQUALS, GREATER, isSpace, lowerCase, QUOTE, SINGLE_QUOTE, SOLIDUS, UPPER_A, UPPER_Z } from './characters.ts';

/** Where a tag stands whose attributes were passed, not kept. */
export interface TagPlace {
  readonly tag: TagText;
  /** Behind the tag's name. */
  at: number;
  /** The {@link nameBit}s of its attributes. */
  names: number;
}

/** One bit of 32 for the name of an attribute: a tag without the bit has no such attribute. */
export function nameBit(firstCharacter: number, length: number): number {
  return 1 << (((firstCharacter | 0x20) + length * 5) & 31);
}

/**
 * Goes through the attributes of a tag as the HTML standard's tokenizer does. The page's text has no carriage return and no NUL: who makes this
 * sees to that.
 */
export class TagText {
  /** Of a tag that was read to its end. */
  isSelfClosing = false;
  /** The tag is left to parse5: it has no end, or an attribute's name begins with an equals sign. */
  isOdd = false;
  /** Behind what was read last; of a tag that was read to its end, its `>`. */
  at = 0;

  /** The bits of the names that were passed: a set of {@link nameBit}s. */
  names = 0;

  readonly #html: string;
  /** A tag that goes on behind the last `>` has no end. */
  readonly #last: number;
  #nameStart = 0;
  #nameEnd = 0;
  #valueStart = 0;
  #valueEnd = 0;

  constructor(html: string) {
    this.#html = html;
    this.#last = html.lastIndexOf('>');
  }

  /** Begins behind a tag's name. */
  open(at: number): void {
    this.at = at;
    this.names = 0;
    this.isSelfClosing = false;
    this.isOdd = at > this.#last;
  }

  /** Goes to the next attribute. @returns `false` at the end of the tag, and for an odd one */
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

  /** The name of the attribute, in lower case. */
  get name(): string {
    return lowerCase(this.#html.slice(this.#nameStart, this.#nameEnd));
  }

  get nameLength(): number {
    return this.#nameEnd - this.#nameStart;
  }

  /** Whether the attribute has a name, which is given in lower case. */
  isNamed(name: string): boolean {
    const start = this.#nameStart;
    if (this.#nameEnd - start !== name.length) return false;
    for (let index = 0; index < name.length; index++) {
      const code = this.#html.charCodeAt(start + index);
      const wanted = name.charCodeAt(index);
      if (code !== wanted && (code < UPPER_A || code > UPPER_Z || (code | 0x20) !== wanted)) return false;
    }
    return true;
  }

  /** What the attribute says, character references resolved. */
  get value(): string {
    const value = this.#html.slice(this.#valueStart, this.#valueEnd);
    return value.includes('&') ? decodeHTMLAttribute(value) : value;
  }

  /** One attribute of the tag whose name ends at a place. */
  attribute(at: number, name: string): string | undefined {
    this.open(at);
    while (this.next()) if (this.isNamed(name)) return this.value;
    return undefined;
  }

  /** All attributes of the tag whose name ends at a place; of repeated ones the first counts. */
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
