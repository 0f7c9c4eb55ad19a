/** parse5's tree builder, with short ways for ordinary tags and texts of the body. */
import { html as HTML, InsertionMode, Token } from 'parse5';
import { step } from '../time-limit.ts';
import type { Element, ParentNode } from '../tree.ts';
import { isBlank } from './characters.ts';
import { type TagKind, type TagName, tagToken } from './tag-names.ts';
import { LimitedParser, STEPS_PER_TAG } from './tree-adapter.ts';

const { NS, TAG_ID } = HTML;

/** The modes with the rules of the body for all tags that have a {@link TagKind}. */
export const isBodyMode = (mode: InsertionMode): boolean =>
  mode === InsertionMode.IN_BODY || mode === InsertionMode.IN_CELL;

const isHtml = (node: ParentNode | undefined): boolean =>
  node !== undefined && 'namespace' in node && node.namespace === NS.HTML;

/**
 * Adds the elements of ordinary start tags, and closes those of ordinary end tags, where all rules of the HTML standard for them come down to that. Each
 * method returns whether it did: if not, parse5 has to read the token.
 */
export class BodyParser extends LimitedParser {
  /** The open paragraphs, which a block can close, or more: parse5 reports an open element again when it moves others. */
  #paragraphs = 0;

  override onItemPush(node: Element, id: HTML.TAG_ID, isTop: boolean): void {
    if (id === TAG_ID.P) this.#paragraphs++;
    if (this.currentNotInHTML || !isHtml(node)) super.onItemPush(node, id, isTop);
  }

  override onItemPop(node: Element, isTop: boolean): void {
    if (node.name === 'p') this.#paragraphs--;
    if (this.currentNotInHTML || !isHtml(node) || !isHtml(this.openElements.current)) super.onItemPop(node, isTop);
  }

  addElement(tag: TagName, attrs: Token.Attribute[]): boolean {
    const { name, id, kind } = tag;
    const { treeAdapter, openElements } = this;
    const parent = this.#bodyElement;
    if (kind === undefined || parent === undefined || !this.#canAdd(kind, name)) return false;
    step(STEPS_PER_TAG);
    this.skipNextNewLine = false;
    const element = treeAdapter.createElement(name, NS.HTML, attrs);
    treeAdapter.appendChild(parent, element);
    if (kind === 'item' || kind === 'void') this.framesetOk = false;
    if (kind !== 'void' && kind !== 'input') openElements.push(element, id);
    if (kind === 'formatting')
      this.activeFormattingElements.pushElement(element, tagToken(Token.TokenType.START_TAG, tag, attrs));
    return true;
  }

  closeElement({ name, kind }: TagName): boolean {
    const { openElements, activeFormattingElements } = this;
    const element = this.#bodyElement;
    if (kind === undefined || element?.name !== name) return false;
    if (kind === 'formatting') {
      const { newest } = activeFormattingElements;
      if (newest === null || !('element' in newest) || newest.element !== element) return false;
      activeFormattingElements.removeEntry(newest);
    }
    step(STEPS_PER_TAG);
    this.skipNextNewLine = false;
    openElements.pop();
    return true;
  }

  addText(text: string): boolean {
    const parent = this.#bodyElement;
    if (parent === undefined || this.skipNextNewLine || this.opensFormattingAgain) return false;
    this.treeAdapter.insertText(parent, text);
    if (this.framesetOk && !isBlank(text)) this.framesetOk = false;
    return true;
  }

  /** Whether the next text or inline element opens a formatting element again that a block closed. */
  get opensFormattingAgain(): boolean {
    const { newest } = this.activeFormattingElements;
    if (newest === null || !('element' in newest)) return false;
    const { element } = newest;
    return element !== this.openElements.current && !this.openElements.contains(element);
  }

  /** The current element, if the rules of the body apply to it. */
  get #bodyElement(): Element | undefined {
    const { current, currentTagId } = this.openElements;
    const isBody = !this.currentNotInHTML && isBodyMode(this.insertionMode) && currentTagId !== TAG_ID.TEMPLATE;
    return isBody ? (current as Element) : undefined;
  }

  #canAdd(kind: TagKind, name: string): boolean {
    const { currentTagId } = this.openElements;
    switch (kind) {
      case 'block':
        return !this.#isInParagraph;
      case 'heading':
        return !this.#isInParagraph && !(currentTagId !== undefined && HTML.NUMBERED_HEADERS.has(currentTagId));
      case 'item':
        // Elsewhere, an item can close an earlier one.
        return !this.#isInParagraph && (currentTagId === TAG_ID.UL || currentTagId === TAG_ID.OL);
      case 'input':
        // As long as the page can have a frameset, parse5 reads the type of an input.
        return !this.framesetOk && !this.opensFormattingAgain;
      case 'formatting': {
        const { activeFormattingElements } = this;
        // An open link ends at the next one. An open `nobr` does too, but can be open without an entry in this list.
        const endsLink = name === 'a' && activeFormattingElements.getElementEntryInScopeWithTagName(name) !== null;
        return name !== 'nobr' && !endsLink && !this.opensFormattingAgain;
      }
      default:
        return !this.opensFormattingAgain;
    }
  }

  get #isInParagraph(): boolean {
    return this.#paragraphs > 0 && this.openElements.hasInButtonScope(TAG_ID.P);
  }
}
