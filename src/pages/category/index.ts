/** The category page. */
import type { CategoryData } from '../../contract/data/lists.ts';
import type { PageReader } from '../reader.ts';

export const categoryPage: PageReader<CategoryData> = {
  landmarks: [],
  read: (_page, _address) => ({}),
};
