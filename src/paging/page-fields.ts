/** The fields that iterators read, and those that the caller asked for. */
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { checkedFields, fieldsOf, withFields } from '../contract/fields.ts';
import type { Step } from './walk.ts';

/** The fields of lists that the iterators need to find the last page and repeated ones. */
export const LIST_NEEDS: readonly string[] = ['last_page_number', 'shallow_parts.asin'];

/** The fields of offers that the iterators need: totals, counts, and those that distinguish offers. */
export const OFFER_NEEDS: readonly string[] = [
  ...['asin', 'total_pages', 'total_offers_count', 'fba_count', 'fbm_count', 'sold_by_amazon'],
  ...`name price shipping_price is_amazon is_fba is_pinned condition condition_text condition_comments offer_id seller_id`
    .split(' ')
    .map((name) => `product_sellers_info.${name}`),
];

/** Returns the parameters of a call that also has the needed fields. @throws BadRequestError for fields that the endpoint does not have */
export function withNeeds<Params extends object>(name: EndpointName, params: Params, needs: readonly string[]): Params {
  const fields = fieldsOf(params);
  if (fields === undefined) return params;
  return { ...params, fields: [...new Set([...checkedFields(fields, endpoints[name].responses), ...needs])] };
}

/** Returns the envelopes of the steps, without repeated pages, with only the fields that the caller asked for. */
export async function* pagesOf<Envelope extends { readonly data?: unknown }, Asked>(
  steps: AsyncIterable<Step<Envelope>>,
  params: object,
): AsyncGenerator<Asked, void, undefined> {
  for await (const { envelope, isRepeat } of steps)
    if (!isRepeat) yield withFields(envelope, fieldsOf(params)) as unknown as Asked;
}
