/** Parses HTML and reads from it. This layer does not depend on the marketplace. */
export { Block, type BlockSource, type Literal } from './block.ts';
export { type HtmlDocument, ownedRoot, type Places, parseDocument } from './document.ts';
export { jsonAfter, parseLoose } from './embedded.ts';
export { LIMITS, PageLimit } from './limits.ts';
export { type Look, type Reading, Recorder } from './recorder.ts';
export { collapse, isSeparate, TextCache } from './text.ts';
export { step, TimeLimit } from './time-limit.ts';
export {
  appendText,
  type ChildNode,
  type Element,
  elementsBelow,
  isParent,
  isTag,
  isText,
  type ParentNode,
} from './tree.ts';
