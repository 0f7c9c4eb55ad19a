/** The bestseller page. */
import type { BestsellerData } from '../../contract/data/lists.ts';
import type { PageReader } from '../reader.ts';

export const bestsellerPage: PageReader<BestsellerData> = {
  landmarks: [],
  read: (_page, address) => ({ list_type: 'best_sellers', current_page: address.page ?? 1, entries: [] }),
};
