/**
 * Splits a page into tokens for the tree builder. Ordinary tags, text, comments, scripts and styles are cut out of the page directly. Unusual
 * markup is passed to parse5's own tokenizer.
 */
import { decodeHTML } from 'entities/decode';
import { html as HTML, InsertionMode, Token, TokenizerMode } from 'parse5';
import type { BodyParser } from './body-parser.ts';
import {
  EXCLAMATION,
  GREATER,
  isBlank,
  isLetter,
  isSpace,
  isWhiteSpace,
  lowerCase,
  QUESTION,
  SOLIDUS,
} from './characters.ts';
import type { ElementIndex } from './element-index.ts';
import { NeedlessSpace } from './needless-space.ts';
import { mixed, type TagName, tagNameAt, tagToken } from './tag-names.ts';
import { LaterAttributes, type TagPlace, type TagText } from './tag-text.ts';

const { TokenType } = Token;

/** Stands for the attributes of the current tag if the tree builder does not read them: the element reads them later. */
export const UNREAD: Token.Attribute[] = [];

/** The modes that treat words and white space alike: text is passed in one piece. */
const WHOLE_TEXTS: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_BODY,
  InsertionMode.IN_CAPTION,
  InsertionMode.IN_CELL,
  InsertionMode.IN_ROW,
  InsertionMode.IN_SELECT,
  InsertionMode.IN_SELECT_IN_TABLE,
  InsertionMode.IN_TABLE,
  InsertionMode.IN_TABLE_BODY,
  InsertionMode.IN_TEMPLATE,
  InsertionMode.TEXT,
]);

/** The tokenizer's states between two tokens. */
const RESTING: ReadonlySet<number> = new Set([
  TokenizerMode.DATA,
  TokenizerMode.PLAINTEXT,
  TokenizerMode.RAWTEXT,
  TokenizerMode.RCDATA,
  TokenizerMode.SCRIPT_DATA,
]);
const WORDS_AND_SPACES = /[\t\n\f\r ]+|[^\t\n\f\r ]+/g;

/** Reads a page once and passes its tokens to a parser. */
export class TokenReader {
  readonly #html: string;
  readonly #tag: TagText;
  /** The tag whose attributes are {@link UNREAD}. */
  readonly #unread: TagPlace;
  readonly #index: ElementIndex;
  readonly #parser: BodyParser;
  readonly #lastTagEnd: number;
  /** `undefined` if the tree has all white space. */
  readonly #space: NeedlessSpace | undefined;
  #at = 0;
  /** Position after the name that {@link #readName} read last. */
  #nameEnd = 0;

  /** @param html The page, without NUL characters and carriage returns */
  constructor(html: string, unread: TagPlace, index: ElementIndex, parser: BodyParser, dropsSpace: boolean) {
    this.#space = dropsSpace ? new NeedlessSpace(parser) : undefined;
    this.#html = html;
    this.#tag = unread.tag;
    this.#unread = unread;
    this.#index = index;
    this.#parser = parser;
    this.#lastTagEnd = html.lastIndexOf('>');
    // parse5's tokenizer drops text as soon as it has read it.
    parser.tokenizer.preprocessor.bufferWaterline = 0;
  }

  /** Reads the whole page. */
  run(): void {
    const { tokenizer } = this.#parser;
    while (this.#at < this.#html.length && tokenizer.state !== TokenizerMode.PLAINTEXT) {
      const isRead = tokenizer.state === TokenizerMode.DATA ? this.#readMarkup() : this.#readRaw();
      if (!isRead) this.#passToParse5();
    }
    tokenizer.write(this.#html.slice(this.#at), true);
  }

  /** Reads text and the tag or comment after it. @returns `false` if parse5's tokenizer must read the next token */
  #readMarkup(): boolean {
    const html = this.#html;
    const start = this.#at;
    const at = markupAt(html, start);
    this.#at = at;
    const isEndTag = html.charCodeAt(at + 1) === SOLIDUS;
    const nameAt = at + (isEndTag ? 2 : 1);
    // Behind the last `>`, a name has no end.
    const tagName = at < this.#lastTagEnd && isLetter(html.charCodeAt(nameAt)) ? this.#readName(nameAt) : undefined;
    if (at > start && !this.#isNeedless(start, at, tagName, isEndTag)) {
      this.#space?.afterOther();
      this.#emitText(html.slice(start, at), true);
    }
    if (at === html.length) return true;
    if (tagName === undefined) return html.startsWith('<!--', at) && this.#readComment(at);
    return isEndTag ? this.#readEndTag(tagName) : this.#readStartTag(tagName);
  }

  /** Whether a text is white space that separates no words. */
  #isNeedless(start: number, end: number, tagName: TagName | undefined, isEndTag: boolean): boolean {
    const html = this.#html;
    if (this.#space === undefined || end > this.#lastTagEnd || !isSpace(html.charCodeAt(end - 1))) return false;
    for (let at = start; at < end - 1; at++) if (!isSpace(html.charCodeAt(at))) return false;
    return this.#space.isBefore(tagName, isEndTag);
  }

  #readStartTag(tagName: TagName): boolean {
    const tag = this.#tag;
    const parser = this.#parser;
    const unread = this.#unread;
    const { tokenizer } = parser;
    const { kind, isLookedAt } = tagName;
    const nameEnd = this.#nameEnd;
    tag.open(nameEnd);
    this.#index.read(unread);
    if (tag.isOdd) return false;
    const { isSelfClosing } = tag;
    this.#at = tag.at + 1;
    unread.at = nameEnd;
    unread.names = tag.names;
    const later = kind === 'formatting' ? (new LaterAttributes(unread) as unknown as Token.Attribute[]) : UNREAD;
    if (!parser.addElement(tagName, later)) {
      const attrs = isLookedAt || tokenizer.inForeignNode ? tag.attributes(nameEnd) : later;
      parser.onStartTag(tagToken(TokenType.START_TAG, tagName, attrs, isSelfClosing));
    }
    this.#space?.afterStartTag(tagName);
    if (tokenizer.state !== TokenizerMode.DATA) tokenizer.lastStartTagName = tagName.name;
    return true;
  }

  #readEndTag(tagName: TagName): boolean {
    if (this.#html.charCodeAt(this.#nameEnd) !== GREATER) return false;
    this.#at = this.#nameEnd + 1;
    this.#space?.beforeEndTag(tagName);
    if (!this.#parser.closeElement(tagName)) this.#parser.onEndTag(tagToken(TokenType.END_TAG, tagName));
    return true;
  }

  #readName(start: number): TagName {
    const html = this.#html;
    let at = start;
    let hash = 0;
    for (let code = html.charCodeAt(at); !isNameEnd(code); code = html.charCodeAt(++at)) hash = mixed(hash, code);
    this.#nameEnd = at;
    return tagNameAt(html, start, at, hash);
  }

  #readComment(start: number): boolean {
    const html = this.#html;
    const from = start + 4;
    // `<!-->` and `<!--->` are complete comments.
    if (html.startsWith('>', from) || html.startsWith('->', from)) return false;
    for (let end = html.indexOf('--', from); end !== -1; end = html.indexOf('--', end + 1)) {
      const length = commentEndLength(html, end);
      if (length === 0) continue;
      this.#at = end + length;
      this.#parser.onComment({ type: TokenType.COMMENT, data: html.slice(from, end), location: null });
      return true;
    }
    return false;
  }

  /** Reads the content of a script, style, title, ... and its end tag. @returns `false` if parse5's tokenizer must read the rest */
  #readRaw(): boolean {
    const html = this.#html;
    const { tokenizer } = this.#parser;
    const start = this.#at;
    const name = tokenizer.lastStartTagName;
    const end = endTagAt(html, start, name);
    const body = html.slice(start, end);
    if (tokenizer.state === TokenizerMode.SCRIPT_DATA && hidesScript(body)) return false;
    if (body !== '') this.#emitText(body, tokenizer.state === TokenizerMode.RCDATA);
    this.#at = end;
    if (end === html.length) return true;
    const nameEnd = end + 2 + name.length;
    if (html.charCodeAt(nameEnd) !== GREATER) return false;
    this.#at = nameEnd + 1;
    tokenizer.state = TokenizerMode.DATA;
    this.#parser.onEndTag(tagToken(TokenType.END_TAG, { name, id: HTML.getTagID(name) }));
    return true;
  }

  #emitText(source: string, hasReferences: boolean): void {
    const parser = this.#parser;
    const text = hasReferences && source.includes('&') ? decodeHTML(source) : source;
    if (parser.addText(text)) return;
    const isSpaceFirst = isWhiteSpace(text.charCodeAt(0));
    const isWhole = parser.tokenizer.inForeignNode || WHOLE_TEXTS.has(parser.insertionMode);
    if (isSpaceFirst && isBlank(text)) this.#emitSpace(text);
    else if (isWhole && !(isSpaceFirst && parser.skipNextNewLine)) this.#emitWords(text);
    else {
      for (const [part] of text.matchAll(WORDS_AND_SPACES)) {
        if (isWhiteSpace(part.charCodeAt(0))) this.#emitSpace(part);
        else this.#emitWords(part);
      }
    }
  }

  #emitWords(chars: string): void {
    this.#parser.onCharacter({ type: TokenType.CHARACTER, chars, location: null });
  }

  #emitSpace(chars: string): void {
    this.#parser.onWhitespaceCharacter({ type: TokenType.WHITESPACE_CHARACTER, chars, location: null });
  }

  /** Passes the next token, or the rest of a script, style, ..., to parse5's tokenizer. */
  #passToParse5(): void {
    const html = this.#html;
    const { tokenizer } = this.#parser;
    this.#space?.afterOther();
    const isRaw = tokenizer.state !== TokenizerMode.DATA;
    const isDone = () => (isRaw ? tokenizer.state === TokenizerMode.DATA : RESTING.has(tokenizer.state));
    // The pieces double in length: the tokenizer appends each one to its unfinished text, so that short pieces would take quadratic time.
    for (let least = 1; this.#at < html.length; least *= 2) {
      const end = html.indexOf('>', this.#at + least - 1);
      const piece = html.slice(this.#at, end === -1 ? html.length : end + 1);
      this.#at += piece.length;
      tokenizer.write(piece, false);
      if (!isDone()) continue;
      tokenizer.flushCharacters();
      // Without this, the tokenizer keeps CDATA sections, and searches them all for each new one.
      tokenizer.preprocessor.dropParsedChunk();
      return;
    }
  }
}

/** Returns the position of the next tag, comment, doctype or the like, or the end of the page. A single `<` is text. */
function markupAt(html: string, start: number): number {
  for (let at = html.indexOf('<', start); at !== -1; at = html.indexOf('<', at + 1)) {
    const code = html.charCodeAt(at + 1);
    if (isLetter(code) || code === SOLIDUS || code === EXCLAMATION || code === QUESTION) return at;
  }
  return html.length;
}

/** Returns the length of the comment end (`-->` or `--!>`) at a position, or 0. */
function commentEndLength(html: string, at: number): number {
  const code = html.charCodeAt(at + 2);
  if (code === GREATER) return 3;
  return code === EXCLAMATION && html.charCodeAt(at + 3) === GREATER ? 4 : 0;
}

/** Returns the position of the next end tag with a name, or the end of the page. */
function endTagAt(html: string, start: number, name: string): number {
  for (let at = html.indexOf('</', start); at !== -1; at = html.indexOf('</', at + 2)) {
    const end = at + 2 + name.length;
    if (isNameEnd(html.charCodeAt(end)) && lowerCase(html.slice(at + 2, end)) === name) return at;
  }
  return html.length;
}

/** Returns whether a script contains a comment with a `<script` in it: then the next end tag may not end the script. */
function hidesScript(body: string): boolean {
  const comment = body.indexOf('<!--');
  return comment !== -1 && /<script/i.test(body.slice(comment));
}

function isNameEnd(code: number): boolean {
  return code === GREATER || code === SOLIDUS || isSpace(code);
}
