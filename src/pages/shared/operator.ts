/** Recognizes the marketplace's operator among the sellers. */
import type { MarketplaceInfo } from '../../locale/index.ts';

/** The operator's companies and its brands for used goods (Resale, Warehouse, "Seconde main") begin with its name. "Amazonas" does not. */
const OPERATOR_NAME = /^(?:amazon(?![\p{Script=Latin}\d_-])|アマゾン|أمازون|warehouse deals\b)/iu;

/** Whether a seller or a shipper is the operator. `undefined` if neither name nor id is known. */
export function isOperator(
  name: string | undefined,
  sellerId: string | undefined,
  { operatorSellerId }: MarketplaceInfo,
): boolean | undefined {
  if (name === undefined && sellerId === undefined) return undefined;
  return (sellerId !== undefined && sellerId === operatorSellerId) || OPERATOR_NAME.test(name ?? '');
}

/** The seller and the sender of an offer. */
export interface Merchant {
  /** The seller's name. */
  name?: string | undefined;
  /** The seller's id. */
  id?: string | undefined;
  /** The link to the seller's profile. */
  href?: string | undefined;
  /** The shipper's name. */
  shipsFrom?: string | undefined;
}

/** Whether the operator fulfils an offer: it sells or ships it, or the link to the seller's profile says so. */
export function isFulfilledByOperator(
  { name, id, href = '', shipsFrom }: Merchant,
  marketplace: MarketplaceInfo,
): boolean | undefined {
  const stated = /[?&]isAmazonFulfilled=([01])(?:&|$)/.exec(href)?.[1];
  if (isOperator(name, id, marketplace) === true || stated === '1') return true;
  return isOperator(shipsFrom, undefined, marketplace) ?? (stated === '0' ? false : undefined);
}
