/** The delivery promises of the featured offer, and the charge for shipping next to its price. */
import type { ProductData } from '../../contract/data/product.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { regionNamed } from '../../locale/index.ts';
import { type FieldGroup, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { promisedCharge, promisedDeliveries } from '../parts/delivery.ts';
import { deliveryLocation } from '../parts/delivery-location.ts';
import { buyBoxOf, columnOf } from './buybox.ts';

export const deliveryFields = {
  delivery: (page) => someOf(page.once(readPromises)),
  delivery_location: deliveryLocation,
} satisfies FieldGroup<ProductData>;

/** A charge next to the price is the one of the standard delivery, unless its slot names another one or a condition. */
function readPromises(page: Page): DeliveryEstimate[] {
  const charge = chargeNextToPrice(page);
  return shownPromises(page).map((estimate) => {
    if (estimate.kind !== 'standard' || estimate.is_free !== null || charge === undefined) return estimate;
    const isConditional = page.locale.says(estimate.text, ({ delivery }) => delivery.free);
    const isUnknown = charge.isFree && (charge.isElsewhere === true || isConditional);
    return { ...estimate, is_free: isUnknown ? null : charge.isFree };
  });
}

/** Ids of the blocks of mobile pages with the promises. */
const OTHER_BLOCKS = [
  'deliveryBlockContainer',
  'deliveryBlock_feature_div',
  'dynamicDeliveryMessage_feature_div',
  'fastTrack_feature_div',
];

/** Reads the Buy Box, else the other blocks. If the Buy Box has rows, the middle column belongs to the open one. */
function shownPromises(page: Page): DeliveryEstimate[] {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return [];
  const others = options.length === 1 ? OTHER_BLOCKS.map((id) => page.at(id).first()) : [];
  const column = options.length === 1 || featured.isSelected ? [columnOf(page)] : [];
  for (const block of [featured.box, ...others, ...column]) {
    const promises = block.once(promisedDeliveries);
    if (promises.length > 0) return promises.map(({ estimate }) => estimate);
  }
  return [];
}

/** Returns what the standard delivery costs: 0 if it is free. `undefined` if the page names no cost, or only the one for members. */
export function shippingCost(page: Page): number | undefined {
  const standard = page.once(readPromises).find(({ kind }) => kind === 'standard');
  const isForMembers = page.locale.says(standard?.text, ({ delivery }) => delivery.members);
  if (standard?.is_free === true && isForMembers) return undefined;
  const promised = standard && promisedCharge(standard, page.locale);
  if (promised !== undefined) return promised;
  const charge = chargeNextToPrice(page);
  const isKnown = standard === undefined || standard.is_free !== null || charge?.isElsewhere === true;
  return isKnown ? charge?.amount : undefined;
}

/** Ids of messages next to the price and in the Buy Box. All but the first: Seen 2013 to 2021. */
const MESSAGES = [
  'amazonGlobal_feature_div',
  'exports_desktop_qualifiedBuybox_tlc_feature_div',
  'ourprice_shippingmessage',
  'saleprice_shippingmessage',
  'dealprice_shippingmessage',
  'price-shipping-message',
  'shippingMessageInsideBuyBox_feature_div',
  'usedBuyBoxShippingMessage_feature_div',
  'priceBadging_feature_div',
];
/** In the line of the seller. Seen 2013 to 2020. */
const MESSAGE_CLASSES = '.shipping3P, .plusShippingText, .buyboxShippingLabel';

/** The text next to the price. */
interface Charge {
  isFree: boolean;
  /** Absent in a sum of shipping and import fees. */
  amount?: number | undefined;
  currency?: string | undefined;
  /** Whether delivery is free in another place than the shopper's. */
  isElsewhere?: boolean;
}

/** Returns the charge for the featured offer. `undefined` if there is none. */
export const chargeNextToPrice = (page: Page): Charge | undefined => page.once(readCharge);

function readCharge(page: Page): Charge | undefined {
  const { featured } = buyBoxOf(page);
  if (featured === undefined) return undefined;
  for (const { at, text, nodes } of featured.blocks.flatMap((block) => linesOf(block, block === featured.box))) {
    const charge = chargeIn(page, text);
    if (charge === undefined) continue;
    page.note('selector', at, text, nodes);
    return charge;
  }
  return undefined;
}

interface Line {
  at: string;
  text: string;
  nodes: PageBlock['nodes'];
}

/** Returns the lines of the messages, then those that add something to the price. The recorder would show the other lines too. */
function linesOf(block: PageBlock, isBuyBox: boolean): Line[] {
  const quiet = block.unrecorded();
  const messages = MESSAGES.flatMap((id) =>
    quiet
      .at(id)
      .all()
      .flatMap(linesIn(`#${id}`)),
  );
  const inSellerLine = quiet.all(MESSAGE_CLASSES).flatMap(linesIn(MESSAGE_CLASSES));
  const added = linesIn(block.where)(quiet).flatMap((line) => {
    const [addition] = (isBuyBox ? ADDED_ONLY : ADDED).exec(line.text) ?? [];
    return addition === undefined ? [] : [{ ...line, text: addition }];
  });
  return [...messages, ...inSellerLine, ...added];
}

const linesIn =
  (at: string) =>
  (block: PageBlock): Line[] =>
    block.lines().map((text) => ({ at, text, nodes: block.nodes }));

/** Charges that a line adds to the price: "£12.99 + £5.00 delivery". A line of the Buy Box with another amount can be of another offer. */
const ADDED = /[+&].*$/s;
const ADDED_ONLY = /^[+&].*$/s;

function chargeIn(page: Page, text: string): Charge | undefined {
  const parts = text.split(BETWEEN_CHARGES).map((part) => readPart(page, part));
  if (!parts.some(({ isShipping }) => isShipping) || page.locale.says(text, ({ delivery }) => delivery.members))
    return undefined;
  const isSum = parts.some(({ isFees, isShipping, isPriced }) => isFees && (isShipping || !isPriced));
  const shipping = isSum ? text : parts.find(({ isShipping, isFees }) => isShipping && !isFees)?.part;
  const { is_free, date_min } = page.locale.delivery(shipping);
  if (is_free === null || date_min !== null) return undefined;
  if (is_free) return isSum ? undefined : { isFree: true, amount: 0, isElsewhere: !isAtHome(page, text) };
  const price = isSum ? undefined : page.locale.price(shipping);
  return { isFree: false, amount: price?.amount, currency: price?.currency };
}

/** A part about shipping, about import fees, or about both. */
function readPart(page: Page, part: string) {
  const { says, price } = page.locale;
  const isFees = says(part, ({ offers }) => offers.importFees);
  return {
    part,
    isShipping: says(part, ({ delivery }) => delivery.shipping),
    isFees: isFees && !says(part, ({ offers }) => offers.noImportFees),
    isPriced: price(part) !== undefined,
  };
}

const BETWEEN_CHARGES = / [&+] /;

/** Whether free shipping is for this shopper. For one in another country, the text must name the country: "FREE Delivery in the UK". */
function isAtHome(page: Page, text: string): boolean {
  const { marketplace, language } = page.locale;
  const place = deliveryLocation(page);
  if (place === undefined || text.includes(place)) return true;
  // The name of a long country is cut: "Vereinigte Staaten von...".
  const country = place.endsWith('...') ? null : regionNamed(place, language);
  return country === undefined || country === marketplace.countryCode;
}
