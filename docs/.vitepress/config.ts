/** The documentation site: the pages of `docs/` in the order of `docs/pages.ts`, the error pages, the examples and the API reference. */
import { globSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import manifest from '../../package.json' with { type: 'json' };
import { groups, pages } from '../pages.ts';
import { routeOf, routeTo } from '../sources/outside.ts';

const docs = join(import.meta.dirname, '..');

const toItem = ({ name, title }: { name: string; title: string }): DefaultTheme.SidebarItem => ({
  text: title,
  link: `/${name}`,
});

const guide: DefaultTheme.SidebarItem[] = [
  ...groups.map((group) => ({ text: group.title, items: group.pages.map(toItem) })),
  { text: 'Examples', link: routeTo('examples/README.md') },
  { text: 'Error codes', collapsed: true, items: errorItems() },
];

/** The entries of the package. */
const entries = Object.keys(manifest.exports)
  .filter((path) => !path.endsWith('*') && !path.endsWith('.json'))
  .map((path) => path.slice(1));
const api: DefaultTheme.SidebarItem[] = [
  { text: 'API reference', items: entries.map((entry) => ({ text: `buybox${entry}`, link: `/api/buybox${entry}/` })) },
];

function errorItems(): DefaultTheme.SidebarItem[] {
  const codes = globSync('*.md', { cwd: join(docs, 'errors') }).map((file) => basename(file, '.md'));
  return codes.sort().map((code) => ({ text: code, link: `/errors/${code}` }));
}

/** The icon, inline to save a request. */
const ICON =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="%233a5ccc" d="M1 4l7-3 7 3v8l-7 3-7-3z"/></svg>';

/** The description of drawings. The text below each one says the same. */
const DRAWING = 'Drawing: the text below says the same';

/** The drawing of a page, as a path from its folder. */
const imageFor = (page: string): string => `${relative(dirname(page), '') || '.'}/images/${basename(page, '.md')}.svg`;

const summaries = new Map(pages.map(({ name, summary }) => [`${name}.md`, summary]));

export default defineConfig({
  title: 'buybox',
  description: 'Typed data from retail marketplaces: one interface over the sites themselves or a hosted service.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: ICON }]],
  rewrites: { 'README.md': 'index.md' },
  srcExclude: ['sources/README.md'],
  metaChunk: true,
  // The index of the local search is one file.
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
  transformPageData: (page) => ({ description: summaries.get(page.relativePath) ?? page.description }),
  markdown: {
    // Only explicit links become links.
    linkify: false,
    theme: { light: 'github-light', dark: 'github-dark' },
    config: (markdown) => {
      // `npm run docs:images` draws what a page has in Mermaid.
      const { fence } = markdown.renderer.rules;
      markdown.renderer.rules.fence = (tokens, index, ...others) =>
        tokens[index]?.info === 'mermaid'
          ? `<img src="${imageFor(String(others[1].relativePath))}" alt="${DRAWING}">`
          : (fence?.(tokens, index, ...others) ?? '');
      // Links to files outside docs/ lead to generated pages with the files' contents.
      markdown.core.ruler.push('outside', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.attrGet('href');
          if (token.type !== 'link_open' || href === null || typeof env.relativePath !== 'string') continue;
          const route = routeOf(env.relativePath, href);
          const base = dirname(env.relativePath);
          if (route !== undefined) token.attrSet('href', `${relative(base, route) || route}.md`);
        }
      });
    },
  },
  themeConfig: {
    sidebar: { '/': guide, '/api/': api },
    nav: [
      { text: 'Guide', link: '/getting-started' },
      { text: 'Errors', link: '/errors' },
      { text: 'Data', link: '/data' },
      { text: 'Examples', link: routeTo('examples/README.md') },
      { text: 'API', link: '/api/' },
    ],
    outline: [2, 3],
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boost: { title: 4 } } } } },
  },
});
