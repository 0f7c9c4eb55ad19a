/** The reviews page. */
import type { ReviewsData } from '../../contract/data/reviews.ts';
import type { PageReader } from '../reader.ts';

export const reviewsPage: PageReader<ReviewsData> = {
  landmarks: [],
  read: (_page, address) => ({ asin: address.asin ?? '', current_page: address.page ?? 1, entries: [] }),
};
