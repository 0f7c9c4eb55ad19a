/** The values of a seller's profile. */
import type { StorefrontInfoData } from '../../contract/generated/seller.ts';
import type { Rows } from './rows.ts';

/** Values of a seller. A rating of 0 means that the page shows none. */
export const sellerRows: Rows<StorefrontInfoData> = {
  name: { fields: ['name'], read: ({ name }) => name },
  rating: { fields: ['rating'], read: ({ rating }) => (rating === 0 ? undefined : rating) },
  positive_percent: { fields: ['positive_percent'], read: ({ positive_percent }) => positive_percent },
  business_name: { fields: ['business_name'], parts: ['imprint'], read: ({ business_name }) => business_name },
};
