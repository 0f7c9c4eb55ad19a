/** White space that separates no words: before or after an element that browsers display on its own lines. */
import { isTag } from '../tree.ts';
import { type BodyParser, isBodyMode } from './body-parser.ts';
import type { TagName } from './tag-names.ts';

/** Start tags behind which a line need not begin: the tree builder can ignore them, and it moves text out of a table, in front of it. */
const UNSURE: ReadonlySet<string> = new Set(['form', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);
/** Elements without content, which are never open. */
const VOID: ReadonlySet<string> = new Set(['br', 'hr']);
/** Nothing of these elements is displayed. */
const SILENT: ReadonlySet<string> = new Set(['script', 'style']);

/** Follows the tags of a page, and tells needless white space between them. */
export class NeedlessSpace {
  readonly #parser: BodyParser;
  /** Whether the last token was a tag of an element on its own lines. */
  #isAfterSeparate = false;

  constructor(parser: BodyParser) {
    this.#parser = parser;
  }

  /** Whether white space is needless between the last token and a tag, or another token than a tag. */
  isBefore(tag: TagName | undefined, isEndTag: boolean): boolean {
    const { insertionMode, tokenizer, opensFormattingAgain } = this.#parser;
    if (!isBodyMode(insertionMode) || tokenizer.inForeignNode || opensFormattingAgain) return false;
    if (this.#isAfterSeparate || tag === undefined || !tag.isSeparate) return this.#isAfterSeparate;
    return isEndTag ? this.#isOpen(tag.name) : !UNSURE.has(tag.name);
  }

  /** Call it when the tree builder has read a start tag. */
  afterStartTag({ name, isSeparate }: TagName): void {
    if (SILENT.has(name)) return;
    this.#isAfterSeparate = isSeparate && !UNSURE.has(name) && (VOID.has(name) || this.#isOpen(name));
  }

  /** Call it before the tree builder reads an end tag. */
  beforeEndTag({ name, isSeparate }: TagName): void {
    this.#isAfterSeparate = isSeparate && this.#isOpen(name);
  }

  /** Call it for any other token but a comment. */
  afterOther(): void {
    this.#isAfterSeparate = false;
  }

  /** Whether the innermost open element has a name. */
  #isOpen(name: string): boolean {
    const { current } = this.#parser.openElements;
    return current !== undefined && isTag(current) && current.name === name;
  }
}
