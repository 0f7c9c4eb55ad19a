/** The seller page. */
import type { StorefrontInfoData } from '../../contract/data/seller.ts';
import type { PageReader } from '../reader.ts';

export const sellerPage: PageReader<StorefrontInfoData> = {
  landmarks: [],
  read: (_page, address) => ({ seller_id: address.seller_id ?? null, business_address: [] }),
};
