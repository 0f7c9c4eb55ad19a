/** Which fields of a page the local backend reads for a call. */
import { fieldsOf } from '../contract/fields.ts';
import type { TargetPage } from './requests.ts';

/** The fields of offers that the backend itself needs: for the filter by condition, the counts, and the last page that is served again. */
const OFFERS = [
  'total_pages',
  'total_offers_count',
  ...['condition', 'is_amazon', 'is_fba', 'is_pinned'].map((name) => `product_sellers_info.${name}`),
];

/** Returns the fields that a call asks for, and those that the backend needs in addition. */
export function wantedFields(params: object): Pick<TargetPage, 'fields' | 'alsoRead'> {
  const fields = fieldsOf(params);
  if (fields === undefined) return {};
  return { fields, ...('condition' in params ? { alsoRead: OFFERS } : {}) };
}
