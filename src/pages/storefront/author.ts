/** An author's page: the name, the text about the author, and the books. */
import type { AuthorStore } from '../../contract/data/lists.ts';
import type { FieldTable } from '../engine/fields.ts';
import type { Page } from '../engine/page.ts';
import { FRAME, shelvesOf } from '../parts/shelves.ts';

/** One row per field. */
export const authorFields = {
  kind: () => 'author',
  author_id: (page) => AUTHOR_PATH.exec(new URL(page.url).pathname)?.[1]?.toUpperCase() ?? '',
  name: nameOf,
  about: (page) => page.text(...ABOUT),
  sections: shelvesOf,
} satisfies FieldTable<AuthorStore>;

const AUTHOR_PATH = /\/stores\/(?:[^/]+\/)?author\/([A-Z0-9]{10})(?:\/|$)/i;

/** Whether a URL is that of an author's page. */
export const isAuthorUrl = (url: string): boolean => AUTHOR_PATH.test(new URL(url).pathname);

/** The classes have a suffix that changes with every build of the site. */
const ABOUT = [
  '[class*="author-bio__author-biography"]',
  '[id^="AuthorBio-author-bio-"]',
  '[id^="author-biotile-"]',
  '#author_biography',
] as const;

/** "Amazon.com: Ann Writer: books, biography, latest update". */
const TITLE = /^amazon\.[a-z.]+\s*:\s*([^:]+)/i;

function nameOf(page: Page): string | undefined {
  const heading = page.all('h1').find((one) => !one.closest(FRAME).exists && one.text() !== undefined);
  return heading?.text() ?? (TITLE.exec(page.text('head title') ?? '')?.[1]?.trim() || undefined);
}
