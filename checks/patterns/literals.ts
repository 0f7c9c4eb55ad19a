/** Finds the regular expressions of source files: those written in them, and the places that build one when the program runs. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A regular expression, and the file and the line that it comes from. */
export interface Found {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** The contents of the source files of a folder. */
export interface Sources {
  readonly written: readonly Found[];
  /** The places of `new RegExp(...)` and `RegExp(...)`. */
  readonly builds: readonly string[];
}

/** Methods that turn a string into a regular expression. */
const TAKES_PATTERN = new Set(['match', 'matchAll', 'search']);

/** Reads all source files below a folder. */
export function sourcesIn(folder: string): Sources {
  const written: Found[] = [];
  const builds: string[] = [];
  for (const name of globSync('**/*.{ts,tsx,mts,cts,js,mjs,cjs}', { cwd: folder }).sort()) {
    const file = ts.createSourceFile(name, readFileSync(path.join(folder, name), 'utf8'), ts.ScriptTarget.Latest, true);
    const placeOf = (node: ts.Node) => `${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) written.push({ place: placeOf(node), ...partsOf(node.text) });
      if (isBuild(node)) builds.push(placeOf(node));
      const source = stringPattern(node);
      if (source !== undefined) written.push({ place: placeOf(node), source, flags: '' });
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { written, builds };
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

function isBuild(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  const { expression } = node;
  return (
    (ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression)) &&
    /(?:^|\.)RegExp$/.test(expression.getText())
  );
}

/** The pattern in `text.match('...')`. */
function stringPattern(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [argument] = node.arguments;
  if (!TAKES_PATTERN.has(node.expression.name.text) || argument === undefined) return undefined;
  return ts.isStringLiteralLike(argument) ? argument.text : undefined;
}
