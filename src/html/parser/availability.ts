/** Checks that parse5 has the internal members that the fast parser uses. README.md in this folder lists them and says why. */
import { Parser } from 'parse5';

/** Members by their path from a parser, with their types. */
export const MEMBERS = {
  'activeFormattingElements.getElementEntryInScopeWithTagName': 'function',
  'activeFormattingElements.newest': 'object',
  'activeFormattingElements.pushElement': 'function',
  'activeFormattingElements.removeEntry': 'function',
  currentNotInHTML: 'boolean',
  document: 'object',
  framesetOk: 'boolean',
  insertionMode: 'number',
  onCharacter: 'function',
  onComment: 'function',
  onEndTag: 'function',
  onItemPop: 'function',
  onItemPush: 'function',
  onStartTag: 'function',
  onWhitespaceCharacter: 'function',
  'openElements.contains': 'function',
  'openElements.current': 'object',
  'openElements.currentTagId': 'number',
  'openElements.hasInButtonScope': 'function',
  'openElements.pop': 'function',
  'openElements.push': 'function',
  skipNextNewLine: 'boolean',
  'tokenizer.flushCharacters': 'function',
  'tokenizer.inForeignNode': 'boolean',
  'tokenizer.lastStartTagName': 'string',
  'tokenizer.preprocessor.bufferWaterline': 'number',
  'tokenizer.preprocessor.dropParsedChunk': 'function',
  'tokenizer.state': 'number',
  'tokenizer.write': 'function',
  treeAdapter: 'object',
} as const;

/** Returns whether a parser has all {@link MEMBERS}. */
export function isFastParserAvailable(parser: object = new Parser()): boolean {
  return Object.entries(MEMBERS).every(([path, type]) => typeof memberAt(parser, path) === type);
}

function memberAt(parser: object, path: string): unknown {
  let value: unknown = parser;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}
