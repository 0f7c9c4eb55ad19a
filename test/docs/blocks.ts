/** The code blocks of the documentation: README.md and every page under docs/. `test/docs/README.md` tells how they are written. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';

export const root: string = join(import.meta.dirname, '../..');

/** A block, at its place. */
export interface CodeBlock {
  /** Relative to the root of the project. */
  file: string;
  /** The line on which its code begins, 1 first. */
  line: number;
  /** What stands behind the fence: `ts`, `sh`, `text`, ... */
  language: string;
  code: string;
  /** What the comment before the block asks for. */
  setup: Setup | undefined;
}

/** A hidden comment before a block: `<!-- setup ... -->`. */
export interface Setup {
  /** Run in a process of its own, with these variables of the environment. */
  alone: { variables: Record<string, string>; hasNetwork: boolean } | undefined;
  /** Code that comes before the block's own. */
  code: string;
  line: number;
}

/** Pages that are written by a program. */
const GENERATED = /^docs\/(?:api|sources|\.vitepress)\//;

/** The files whose blocks are held. */
export function documents(): string[] {
  const pages = globSync('docs/**/*.md', { cwd: root }).filter((file) => !GENERATED.test(file));
  return ['README.md', ...globSync('{CONTRIBUTING,SECURITY}.md', { cwd: root }), ...pages.sort()];
}

/** All blocks of all documents, in order. */
export function allBlocks(): CodeBlock[] {
  return documents().flatMap((file) => blocksOf(file, readFileSync(join(root, file), 'utf8')));
}

const markdown = new MarkdownIt({ html: true });

/** The blocks of a document. An indented block has no language: it counts as `sh`. */
export function blocksOf(file: string, text: string): CodeBlock[] {
  const tokens = markdown.parse(
    text.replace(/^---\n.*?\n---\n/s, (matter) => matter.replace(/[^\n]/g, '')),
    {},
  );
  return tokens.flatMap((token, index) => {
    if (token.type !== 'fence' && token.type !== 'code_block') return [];
    const isFence = token.type === 'fence';
    const before = tokens[index - 1];
    const setup = before?.type === 'html_block' ? setupOf(before.content, (before.map?.[0] ?? 0) + 1) : undefined;
    const language = isFence ? (token.info.trim().split(/\s+/)[0] ?? '') : 'sh';
    return [{ file, line: (token.map?.[0] ?? 0) + (isFence ? 2 : 1), language, code: token.content, setup }];
  });
}

const COMMENT =
  /^<!--\s*(?:(?<alone>alone)(?<bare> without network)?(?<variables>(?: [A-Z_]+=\S*)*)|setup)[ \t]*(?:\n(?<code>.*?))?\s*-->\s*$/s;

function setupOf(comment: string, line: number): Setup | undefined {
  const { groups } = COMMENT.exec(comment) ?? {};
  if (groups === undefined) return undefined;
  const { alone, bare, variables = '', code = '' } = groups;
  const given = Object.fromEntries(new URLSearchParams(variables.trim().replaceAll(' ', '&')));
  const own = alone === undefined ? undefined : { variables: given, hasNetwork: bare === undefined };
  return { alone: own, code, line: line + 1 };
}

/** The name by which a failure is found: `docs/errors.md:57`. */
export function placeOf({ file, line }: CodeBlock): string {
  return `${file}:${line}`;
}

/** The block and what goes before it as one module, every line at the place that it has in the document. */
export function moduleOf({ line, code, setup }: CodeBlock): string {
  const before = setup === undefined || setup.code === '' ? '' : `${'\n'.repeat(setup.line - 1)}${setup.code}`;
  return `${before}${'\n'.repeat(line - 1 - (before.match(/\n/g)?.length ?? 0))}${code}`;
}

/** What a block says that it prints: the `// prints:` comments, in order. */
export function printsOf(code: string): string[] {
  return [...code.matchAll(/\/\/ prints: ?(.*)$/gm)].map(([, text]) => String(text).trimEnd());
}

/** Whether printed lines are those that were said, where `...` stands for anything. */
export function isPrinted(printed: readonly string[], said: readonly string[]): boolean {
  return printed.length === said.length && said.every((line, index) => patternOf(line).test(printed[index] ?? ''));
}

/** A line of output as a pattern: `...` and `…` stand for anything. */
export function patternOf(line: string): RegExp {
  const parts = line
    .trimEnd()
    .split(/\.{3}|…/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
