/** The offers page. */
import type { OffersData } from '../../contract/data/offers.ts';
import type { PageReader } from '../reader.ts';

export const offersPage: PageReader<OffersData> = {
  landmarks: [],
  read: (_page, address) => ({ page_index: (address.page ?? 1) - 1, product_sellers_info: [] }),
};
