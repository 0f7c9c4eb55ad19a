/** Recognizes the operator among the sellers, and reads the ids of offers. */
import type { MarketplaceInfo } from '../../locale/index.ts';
import { decodedPart } from '../urls/site.ts';

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
  name?: string | undefined;
  id?: string | undefined;
  /** The link to the seller's profile. */
  href?: string | undefined;
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

/** The hidden inputs of the cart form, newest layout first. The last: Seen 2015 to 2021. A warranty next to them has a check box `offeringID.1`. */
export const OFFER_ID_INPUTS = [
  'input[name="items[0.base][offerListingId]"]',
  'input[name$="[offerListingId]"]',
  'input[name="offerListingID"]',
  'input[name^="offeringID"]:not([type="checkbox"], [type="radio"])',
] as const;

/** The id of the used offer, next to that of the new one. Seen 2017 to 2024. */
export const USED_OFFER_ID_INPUT = 'input[name="usedOfferListingID"]';

/** Decodes an id: pages write `%2B` for `+`. */
export const decodedOfferId = (id: string | undefined): string | undefined =>
  id === undefined ? undefined : decodedPart(id);
