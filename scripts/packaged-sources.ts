/**
 * The part of `src/` in the package: the files that stack traces of programs in production lead to, in `dist/src/`. A file without a function has no
 * place in a stack trace. Comments, imports, interfaces and type aliases become empty lines, so that lines keep their numbers: the declarations have the
 * types and docstrings. The command line prints messages, not stack traces.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  createSourceFile,
  forEachChild,
  getLeadingCommentRanges,
  isClassLike,
  isFunctionLike,
  isImportDeclaration,
  isInterfaceDeclaration,
  isTypeAliasDeclaration,
  type Node,
  ScriptTarget,
  type SourceFile,
} from 'typescript';

const sources = join(import.meta.dirname, '../src');
/** The command line and the testing kit. */
const LEFT_OUT = /^(?:cli\b|bin\.ts$|testing\b)/;

/** Returns the text of a source file in the package, or `undefined` if the package does not contain it. */
export function packagedSource(path: string): string | undefined {
  const name = relative(sources, path);
  if (name.startsWith('..') || LEFT_OUT.test(name)) return undefined;
  const text = readFileSync(path, 'utf8');
  const file = createSourceFile(path, text, ScriptTarget.Latest, true);
  return hasFunction(file) ? withCodeOnly(file) : undefined;
}

function hasFunction(node: Node): boolean {
  const isRun = isClassLike(node) || (isFunctionLike(node) && 'body' in node && node.body !== undefined);
  return isRun || (forEachChild(node, hasFunction) ?? false);
}

function withCodeOnly(file: SourceFile): string {
  const { text } = file;
  const left = new Map<number, number>();
  const visit = (node: Node): void => {
    const isLeftOut = isInterfaceDeclaration(node) || isTypeAliasDeclaration(node) || isImportDeclaration(node);
    if (isLeftOut) left.set(node.getStart(), node.end);
    for (const { pos, end } of getLeadingCommentRanges(text, node.getFullStart()) ?? []) left.set(pos, end);
    if (!isLeftOut) forEachChild(node, visit);
  };
  visit(file);
  let kept = '';
  let from = 0;
  for (const [pos, end] of [...left].sort(([a], [b]) => a - b)) {
    kept += text.slice(from, pos) + text.slice(pos, end).replace(/[^\n]/g, '');
    from = end;
  }
  return (kept + text.slice(from)).replace(/^[ \t]+$/gm, '');
}
