/** The category page. */
import type { CategoryData } from '../../contract/data/lists.ts';
import { readFields } from '../fields.ts';
import type { Page } from '../page.ts';
import type { PageReader } from '../reader.ts';
import { isEmptyList } from '../search/info.ts';
import { productsOf } from './landing.ts';
import { navigation } from './navigation.ts';
import { categoryFields } from './page.ts';

export const categoryPage: PageReader<CategoryData> = {
  landmarks: [
    {
      name: 'navigation',
      test: (page) =>
        hasNavigation(page) || productsOf(page).all.length > 0 || isEmptyList(page) || page.at('nav-subnav').exists,
      required: true,
    },
    { name: 's-search-results', test: (page) => productsOf(page).all.length > 0 || isEmptyList(page) },
  ],
  read: (page) => readFields<CategoryData, Page>(categoryFields, page),
};

function hasNavigation(page: Page): boolean {
  const { current, below } = navigation(page);
  return current !== undefined || below.length > 0;
}
