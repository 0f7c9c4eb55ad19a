/** The storefront page. */
import type { StorefrontData } from '../../contract/data/lists.ts';
import type { PageReader } from '../reader.ts';

export const storefrontPage: PageReader<StorefrontData> = {
  landmarks: [],
  read: (_page, _address) => ({ kind: 'brand', store_id: '', sections: [], navigation: [] }),
};
