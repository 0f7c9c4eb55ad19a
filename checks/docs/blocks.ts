/** The code blocks of README.md and of every page under docs/: see `checks/README.md`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';

export const root: string = join(import.meta.dirname, '../..');

/** A code block and its position. */
export interface CodeBlock {
  /** Path relative to the project's root. */
  file: string;
  /** First line of the code, 1-based. */
  line: number;
  /** The word after the fence: `ts`, `sh`, `text`, ... */
  language: string;
  code: string;
  /** Contents of the comment before the block. */
  setup: Setup | undefined;
}

/** A hidden comment before a block: `<!-- setup ... -->`, `<!-- alone NAME=value -->`, `<!-- live -->`. */
interface Setup {
  /** Needs a site or a hosted service, which the tests replace by fixtures. */
  isLive: boolean;
  /** Needs a newer Node than the oldest that the package supports. */
  isNewer: boolean;
  /** Runs in its own process, with these environment variables. */
  alone: Record<string, string> | undefined;
  /** Code that runs before the block's own code. */
  code: string;
  line: number;
}

/** Generated pages, and packages. */
const GENERATED = ['docs/{api,sources,node_modules,.vitepress}/**'];

/** Returns the files whose blocks are tested. */
export function documents(): string[] {
  const pages = globSync('docs/**/*.md', { cwd: root, exclude: GENERATED });
  return ['README.md', ...globSync('{CONTRIBUTING,SECURITY}.md', { cwd: root }), ...pages.sort()];
}

/** Returns all blocks of all documents, in order. */
export function allBlocks(): CodeBlock[] {
  return documents().flatMap((file) => blocksOf(file, readFileSync(join(root, file), 'utf8')));
}

const markdown = new MarkdownIt({ html: true });

/** Returns the blocks of a document. Indented blocks count as `sh`. */
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

const WORD = '(?:setup|alone|live|newer|[A-Z_]+=\\S*)';
const COMMENT = new RegExp(`^<!--\\s*(?<words>${WORD}(?: ${WORD})*)[ \\t]*(?:\\n(?<code>.*?))?\\s*-->\\s*$`, 's');

function setupOf(comment: string, line: number): Setup | undefined {
  const { groups } = COMMENT.exec(comment) ?? {};
  if (groups === undefined) return undefined;
  const { words = '', code = '' } = groups;
  const named = words.split(' ');
  const variables = named.filter((word) => word.includes('='));
  const isAlone = named.includes('alone') || variables.length > 0;
  const alone = isAlone ? Object.fromEntries(new URLSearchParams(variables.join('&'))) : undefined;
  return { isLive: named.includes('live'), isNewer: named.includes('newer'), alone, code, line: line + 1 };
}

/** Returns the position for failure messages: `docs/errors.md:57`. */
export function positionOf({ file, line }: CodeBlock): string {
  return `${file}:${line}`;
}

/** Returns a block and its setup as one module. Line numbers are those of the document. */
export function moduleOf({ line, code, setup }: CodeBlock): string {
  const before = setup === undefined || setup.code === '' ? '' : `${'\n'.repeat(setup.line - 1)}${setup.code}`;
  return `${before}${'\n'.repeat(line - 1 - (before.match(/\n/g)?.length ?? 0))}${code}`;
}

/** Returns the expected output of a block: its `// prints:` comments, in order. */
export function printsOf(code: string): string[] {
  return [...code.matchAll(/\/\/ prints: ?(.*)$/gm)].map(([, text]) => String(text).trimEnd());
}

/** Returns whether the printed lines match the expected ones; `...` matches anything. */
export function isPrinted(printed: readonly string[], expected: readonly string[]): boolean {
  return (
    printed.length === expected.length && expected.every((line, index) => patternOf(line).test(printed[index] ?? ''))
  );
}

/** Returns a pattern for a line of output: `...` and `…` match anything. */
export function patternOf(line: string): RegExp {
  const parts = line
    .trimEnd()
    .split(/\.{3}|…/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
