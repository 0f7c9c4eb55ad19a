/** The category page. */
import type { CategoryData } from '../../contract/data/lists.ts';
import { readFields } from '../fields.ts';
import type { Page } from '../page.ts';
import type { PageReader } from '../reader.ts';
import { isEmptyList } from '../search/info.ts';
import { listLandmarks } from '../search/list-landmarks.ts';
import { productsOf } from './landing.ts';
import { navigation } from './navigation.ts';
import { categoryFields } from './page.ts';

export const categoryPage: PageReader<CategoryData> = {
  landmarks: [
    {
      name: 'navigation',
      test: (page) => hasNavigation(page) || productsOf(page).all.length > 0 || isEmptyList(page) || isLanding(page),
      required: true,
    },
    {
      name: 's-search-results',
      fields: ['shallow_parts', 'total_results_count', 'results_range', 'sponsored_count'],
      test: (page) => productsOf(page).all.length > 0 || isEmptyList(page),
    },
    ...listLandmarks(productsOf),
  ],
  read: (page) => readFields<CategoryData, Page>(categoryFields, page, page.source.fields),
};

/** Whether the page is a department's landing page with carousels only. Product pages have the bar of their department too. */
function isLanding(page: Page): boolean {
  const isProduct = page.at('dp').exists || page.at('productTitle').exists;
  return page.at('nav-subnav').exists && !isProduct && categoryFields.name(page) !== undefined;
}

function hasNavigation(page: Page): boolean {
  const { current, below } = navigation(page);
  return current !== undefined || below.length > 0;
}
