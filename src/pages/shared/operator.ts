/** The marketplace's operator among the sellers: `is_amazon`, whose offers have no `seller_id` (specification, OfferEntry). */
import type { MarketplaceInfo } from '../../locale/index.ts';

/** Names of its companies and of its used goods (Resale, Warehouse, "Seconde main", ...) begin with its own. "Amazonas" is another. */
const OPERATOR_NAME = /^(?:amazon(?![\p{Script=Latin}\d_-])|アマゾン|أمازون|warehouse deals\b)/iu;

/** Whether a seller, or who ships, is the operator; `undefined` when nothing is known of them. */
export function isOperator(
  name: string | undefined,
  sellerId: string | undefined,
  { operatorSellerId }: MarketplaceInfo,
): boolean | undefined {
  if (name === undefined && sellerId === undefined) return undefined;
  return (sellerId !== undefined && sellerId === operatorSellerId) || OPERATOR_NAME.test(name ?? '');
}
