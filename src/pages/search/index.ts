/** The search page. */
import type { SearchData } from '../../contract/data/search.ts';
import { readFields } from '../fields.ts';
import type { Page } from '../page.ts';
import type { Landmark, PageReader } from '../reader.ts';
import { isEmptyList, resultInfo } from './info.ts';
import { listLandmarks } from './list-landmarks.ts';
import { searchFields } from './page.ts';
import { resultsOf } from './results.ts';

/** The list of results. For a search without results the list is empty. */
export const resultsLandmark: Landmark = {
  name: 's-search-results',
  test: (page) => resultsOf(page).all.length > 0 || isEmptyList(page),
  required: true,
};

export const searchPage: PageReader<SearchData> = {
  landmarks: [
    resultsLandmark,
    {
      name: 's-result-info-bar',
      fields: ['total_results_count', 'results_range'],
      test: (page) => resultInfo(page).total !== undefined || isEmptyList(page),
    },
    ...listLandmarks(resultsOf),
  ],
  read: (page) => readFields<SearchData, Page>(searchFields, page, page.source.fields),
};
