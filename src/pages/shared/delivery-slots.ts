/** The promises of a delivery block, on product pages and in the panel of offers. */
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import type { PageBlock } from '../page.ts';
import { deliveryEstimate, type ShownPromise, shownPromise, standardOf } from './delivery.ts';

/** A promise as data, and the charge in the attributes of its slot. */
export interface PromisedDelivery {
  estimate: DeliveryEstimate;
  price: string | undefined;
}

/** A promise in a slot, or in a line. */
interface Slot extends ShownPromise {
  /** Whether the page marks it as the second promise. */
  isSecond: boolean;
}

/** Returns the promises of a block in the order of the page. The one that the page marks as the second is not the `standard`. */
export function promisedDeliveries(block: PageBlock): PromisedDelivery[] {
  const slots = slotsIn(block);
  const promises = slots.length > 0 ? slots : linesIn(block);
  const firsts = promises.filter(({ isSecond }) => !isSecond);
  const standard = standardOf(firsts, block.locale);
  return promises.flatMap((promise) => {
    const estimate = deliveryEstimate(promise === standard ? 'standard' : 'fastest', promise, block);
    return estimate === undefined ? [] : [{ estimate, price: promise.stated?.price }];
  });
}

const SLOT = '[id*="DELIVERY_BLOCK-slot-"]';
/** The parts of a slot's id: its name and its size. */
const SLOT_ID = /-slot-(\w+?)(?:_(LARGE|MEDIUM|SMALL))?$/;
/** `UPSELL`: Seen 2021 to 2022. */
const SECOND = /^(?:SECONDARY_|UPSELL)/;
/** Slots with remarks about the promise. */
const REMARKS = /HOLIDAY|SUPPLEMENT|EXTENDED|GIFT/;

/** Returns the slots with a promise. A row of the Buy Box repeats the block in its header, sometimes shorter: the large slot of a name wins. */
function slotsIn(block: PageBlock): Slot[] {
  const layout = block.at('mir-layout-DELIVERY_BLOCK').children().filter(SLOT);
  const found = new Map<string, Slot & { isLarge: boolean }>();
  for (const slot of (layout.exists ? layout : block.find(SLOT)).entries()) {
    const [, name = '', size] = SLOT_ID.exec(slot.attr('id') ?? '') ?? [];
    const isLarge = size === 'LARGE';
    if (REMARKS.test(name) || found.get(name)?.isLarge === true || (found.has(name) && !isLarge)) continue;
    const promise = shownPromise(slot);
    if (promise === undefined || !promises(block, promise)) continue;
    found.set(name, { ...promise, isLarge, isSecond: SECOND.test(name) });
  }
  return [...found.values()];
}

function promises(block: PageBlock, promise: ShownPromise): boolean {
  return deliveryEstimate('standard', promise, block) !== undefined;
}

/** The ids of the delivery line in older layouts, the innermost first. Seen 2016 to 2021. */
const LINES = [
  'delivery-message',
  'deliveryMessageMirId',
  'ddmDeliveryMessage',
  'dynamicDeliveryMessage',
  'fast-track-message',
  'fast-track',
];
/** A second promise inside or next to the line. Seen 2016 to 2022. */
const SECOND_IN_LINE = '[id*="upsell" i], [id*="accelerated" i]';

/** Returns the promises of the line, and of the second one in it. */
function linesIn(block: PageBlock): Slot[] {
  for (const id of LINES) {
    const line = block.at(id).first();
    const promise = shownPromise(line);
    if (promise === undefined) continue;
    const second = shownPromise(line.first(SECOND_IN_LINE)) ?? shownPromise(block.at('upsell-message').first());
    const text = second === undefined ? promise.text : before(second.text, promise.text);
    const slots = [
      { ...promise, text, isSecond: false },
      ...(second === undefined ? [] : [{ ...second, isSecond: true }]),
    ];
    const shown = slots.filter((slot) => promises(block, slot));
    if (shown.length > 0) return shown;
  }
  return [];
}

/** Returns the text before a part of it; the whole text if the part is not in it. */
function before(part: string, text: string): string {
  const at = text.indexOf(part);
  return at < 0 ? text : text.slice(0, at).trim();
}
