/**
 * The source names two files by their places in the source: a build names, or embeds, what it made of them. It also splits the lists of phrases, which
 * otherwise takes each program some milliseconds.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, transform } from 'esbuild';
import { lists, phrases } from '../src/locale/words/words.ts';

/** The file that worker threads run has another name in a build. */
const WORKER_FILE = "'./page-worker.ts', import.meta.url";
/** The script of a page is read as a file by the source, and is a text in a build. */
const SCRIPT_TEXT = "readFileSync(new URL('./inspector.js', import.meta.url), 'utf8')";

/** Matches the path of the source file that names the file of the threads. */
export const NAMES_WORKER_FILE: RegExp = /[/\\]src[/\\]local[/\\]workers[/\\]worker-pool\.ts$/;
const READS_SCRIPT = /[/\\]src[/\\]cli[/\\]commands[/\\]explain[/\\]page\.ts$/;
const HAS_PHRASES = /[/\\]src[/\\]locale[/\\]words[/\\]\w+\.ts$/;
/** A call of `phrases()` or `lists()` with a literal. */
const WORDS = /\b(phrases|lists)\((['"`])([^\\]*?)\2\)/g;

/**
 * Returns the source of `worker-pool.ts` with another file of the threads. `argument` replaces the arguments of `new URL()`.
 *
 * @throws if the source names the file in another way
 */
export function withWorkerFile(source: string, argument: string): string {
  return replaced(source, WORKER_FILE, argument);
}

function replaced(source: string, part: string, by: string): string {
  if (!source.includes(part)) throw new Error(`the source no longer contains "${part}"`);
  return source.replace(part, () => by);
}

/**
 * Names the file of the threads as the build does, and embeds the script. The name must be a literal, and its URL an argument of `new Worker`, so that
 * bundlers find the file: for any other URL, Next.js would also match the `.d.ts` files in `dist`, and fail.
 */
export const builtFiles: Plugin = {
  name: 'built-files',
  setup: ({ onLoad }) => {
    onLoad({ filter: NAMES_WORKER_FILE }, async ({ path }) => ({
      contents: withWorkerFile(await readFile(path, 'utf8'), "'./page-worker.js', import.meta.url"),
      loader: 'ts',
    }));
    onLoad({ filter: READS_SCRIPT }, async ({ path }) => {
      const script = join(path, '../inspector.js');
      // Such a text can stand in a page: esbuild escapes the end tag of a script.
      const { code } = await transform(await readFile(script, 'utf8'), { minify: true, format: 'esm' });
      const contents = replaced(await readFile(path, 'utf8'), SCRIPT_TEXT, JSON.stringify(code.trimEnd()));
      return { contents, loader: 'ts', watchFiles: [script] };
    });
    onLoad({ filter: HAS_PHRASES }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace(WORDS, (_call, name, _quote, text: string) =>
        JSON.stringify(name === 'lists' ? lists(text) : phrases(text)),
      );
      return { contents, loader: 'ts' };
    });
  },
};
