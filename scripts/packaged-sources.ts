/**
 * What the package contains of `src/`: the files that stack traces lead to, in `dist/src/`. A file without a function has no place in a stack trace.
 * Comments become empty lines, so that lines keep their numbers: the declarations have the docstrings. The command line prints messages, not stack
 * traces.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  createSourceFile,
  forEachChild,
  getLeadingCommentRanges,
  isClassLike,
  isFunctionLike,
  type Node,
  ScriptTarget,
  type SourceFile,
} from 'typescript';

const sources = join(import.meta.dirname, '../src');
const COMMAND_LINE = /^(?:cli\b|bin\.ts$)/;

/** Returns the text of a source file in the package, or `undefined` if the package does not contain it. */
export function packagedSource(path: string): string | undefined {
  const name = relative(sources, path);
  if (name.startsWith('..') || COMMAND_LINE.test(name)) return undefined;
  const text = readFileSync(path, 'utf8');
  const file = createSourceFile(path, text, ScriptTarget.Latest, true);
  return hasFunction(file) ? withoutComments(file) : undefined;
}

function hasFunction(node: Node): boolean {
  const isRun = isClassLike(node) || (isFunctionLike(node) && 'body' in node && node.body !== undefined);
  return isRun || (forEachChild(node, hasFunction) ?? false);
}

function withoutComments(file: SourceFile): string {
  const { text } = file;
  const comments = new Map<number, number>();
  const visit = (node: Node): void => {
    for (const { pos, end } of getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      comments.set(pos, end);
    }
    forEachChild(node, visit);
  };
  visit(file);
  let kept = '';
  let from = 0;
  for (const [pos, end] of [...comments].sort(([a], [b]) => a - b)) {
    kept += text.slice(from, pos) + text.slice(pos, end).replace(/[^\n]/g, '');
    from = end;
  }
  return (kept + text.slice(from)).replace(/^[ \t]+$/gm, '');
}
