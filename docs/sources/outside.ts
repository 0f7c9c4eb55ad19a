/** Files outside docs/ that its pages link to: the site has a page for each of them. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';

const docs = join(import.meta.dirname, '..');
const root = join(docs, '..');

/** A page of the site with the contents of a file, or of all files of a folder. */
export interface SourcePage {
  /** Path relative to the project's root. */
  source: string;
  params: { name: string };
  content: string;
}

/** Returns the route of a link to a file outside docs/: `sources/examples-playwright-ts`; `undefined` for other links. */
export function routeOf(page: string, href: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return undefined;
  const target = resolve(docs, dirname(page), href.replace(/#.*$/, ''));
  return relative(docs, target).startsWith('..') ? routeTo(relative(root, target)).slice(1) : undefined;
}

/** Returns the route of a file of the project. */
export function routeTo(path: string): string {
  return `/sources/${nameOf(path)}`;
}

function nameOf(path: string): string {
  return path.replaceAll(/[^\w-]+/g, '-').replace(/-$/, '');
}

const LINK = /\]\((?![a-z]+:|#|\/)<?([^)#\s>]+)/g;

/** Returns a page for each file or folder that pages of docs/ link to, directly or through such a page. */
export function sourcePages(): SourcePage[] {
  const known = new Map<string, SourcePage>();
  const visit = (text: string, folder: string) => {
    for (const [, href = ''] of text.matchAll(LINK)) {
      const path = relative(root, resolve(folder, href));
      if (path.startsWith('docs/') || path === '' || path === 'README.md' || known.has(path)) continue;
      if (!existsSync(join(root, path)))
        throw new Error(`a page under ${relative(root, folder)} links to ${path}, which does not exist`);
      const page = { source: path, params: { name: nameOf(path) }, content: contentOf(path) };
      known.set(path, page);
      if (extname(path) === '.md') visit(readFileSync(join(root, path), 'utf8'), join(root, dirname(path)));
    }
  };
  for (const file of globSync('{*,errors/*,measured/*,contributing/*}.md', { cwd: docs }))
    visit(readFileSync(join(docs, file), 'utf8'), join(docs, dirname(file)));
  return [...known.values()];
}

function contentOf(path: string): string {
  const file = join(root, path);
  if (statSync(file).isDirectory()) {
    const files = globSync('**/*.{ts,tsx,js,mjs,json,md}', { cwd: file, exclude: ['**/node_modules/**'] }).sort();
    return [`# ${path}`, ...files.map((name) => `## ${name}\n\n${fenced(join(file, name))}`)].join('\n\n');
  }
  return extname(path) === '.md'
    ? relinked(readFileSync(file, 'utf8'), path)
    : `# ${basename(path)}\n\n${fenced(file)}`;
}

function fenced(file: string): string {
  return `\`\`\`\`${extname(file).slice(1)}\n${readFileSync(file, 'utf8').trimEnd()}\n\`\`\`\``;
}

/** Rewrites the links of a document for its page on the site. */
function relinked(text: string, path: string): string {
  return text.replace(LINK, (whole, href) => {
    const target = relative(root, resolve(root, dirname(path), href));
    if (target === 'README.md') return whole.replace(href, '../README.md');
    return whole.replace(
      href,
      target.startsWith('docs/') ? relative('sources', target.slice('docs/'.length)) : `${nameOf(target)}.md`,
    );
  });
}
