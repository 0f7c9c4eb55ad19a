/** The search page. */
import type { SearchData } from '../../contract/data/search.ts';
import type { PageReader } from '../reader.ts';

export const searchPage: PageReader<SearchData> = {
  landmarks: [],
  read: (_page, address) => ({ current_page: address.page ?? 1, shallow_parts: [] }),
};
