/** Delivery promises on product pages, tiles and offers. */
import type { DeliveryKind } from '../../contract/codes.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { type Locale, mentions } from '../../locale/index.ts';
import type { PageBlock } from '../engine/page.ts';
import { HELP_LINKS, withoutLink } from './left-out.ts';

interface ShownPromise {
  text: string;
  /** The date and the charge in the attributes of the slot. They win over the text. */
  stated?: { time?: string | undefined; price?: string | undefined };
}

/** Reads a slot of the delivery block. Returns `undefined` for an empty slot. */
function shownPromise(slot: PageBlock): ShownPromise | undefined {
  const time = slot.attr('data-csa-c-delivery-time', '[data-csa-c-delivery-time]');
  const price = slot.attr('data-csa-c-delivery-price', '[data-csa-c-delivery-price]');
  const text = slot.text();
  return text === undefined ? undefined : { text: withoutRemark(slot, text), stated: { time, price } };
}

/** Links without a URL open an explanation, or the form of the membership. */
const JOIN = 'a:not([href])';
const SENTENCE_END = /[.!。]$/;

/** Returns a promise without the link behind it: "Details", "Join Prime". */
function withoutRemark(slot: PageBlock, text: string): string {
  const sentences = withoutLink(text, slot.all(JOIN).at(-1));
  const rest = SENTENCE_END.test(sentences) ? sentences : withoutLink(text, slot.all(HELP_LINKS).at(-1));
  // The link can be a part of the promise: "Monday, March 5 with <a>FREE delivery</a>".
  const link = text.slice(rest.length);
  return rest === '' || slot.locale.delivery(link).is_free !== null || /\d/.test(link) ? text : rest;
}

/** Returns the promise as data. `undefined` for a text without a date and a cost: "This item cannot be shipped to your location". */
export function deliveryEstimate(
  kind: DeliveryKind,
  { text, stated = {} }: ShownPromise,
  block: PageBlock,
): DeliveryEstimate | undefined {
  const { locale } = block;
  const promise = withoutRelease(text, locale);
  if (promise === '') return undefined;
  const whole = locale.delivery(promise);
  const timed = stated.time === undefined ? undefined : locale.delivery(stated.time, text);
  const { days_min, days_max, date_min, date_max, isBackwards } = timed?.date_min ? timed : whole;
  if (isBackwards) block.contradict('delivery', `${JSON.stringify(text)} ends before it begins`);
  // Next to a sum of shipping and import fees, the slot has the charge in its attributes only.
  const isCharged = (locale.price(stated.price)?.amount ?? 0) > 0;
  const is_free = whole.is_free ?? (isCharged ? false : null);
  if (date_min === null && is_free === null) return undefined;
  return { kind, days_min, days_max, date_min, date_max, is_free, text };
}

/** Returns the standard promise: the first one that is neither faster nor for members, else the first one that is not for members. */
export function standardOf<Shown extends { text: string }>(
  promises: readonly Shown[],
  { words: { delivery } }: Locale,
): Shown | undefined {
  const forAll = promises.filter(({ text }) => !mentions(text, delivery.members));
  return forAll.find(({ text }) => !mentions(text, delivery.fastest)) ?? forAll[0];
}

const SENTENCES = /(?<=[.!。])\s*/;

/** Returns a text without the sentences about the release: "This title will be released on March 12." */
function withoutRelease(text: string, locale: Locale): string {
  if (locale.stock(text).is_preorder !== true) return text;
  const { shipping } = locale.words.delivery;
  const isKept = (sentence: string) => mentions(sentence, shipping) || locale.stock(sentence).is_preorder !== true;
  return text.split(SENTENCES).filter(isKept).join(' ');
}

/** Returns what a promised delivery costs: 0 if it is free. `undefined` if its text names no charge: an amount in "on orders over $35" is not a charge. */
export function promisedCharge({ is_free, text }: DeliveryEstimate, locale: Locale): number | undefined {
  if (is_free === true) return 0;
  return locale.delivery(text).is_free === false ? locale.price(text)?.amount : undefined;
}

/** A promise as data, and the charge in the attributes of its slot. */
interface PromisedDelivery {
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

const promises = (block: PageBlock, promise: ShownPromise): boolean =>
  deliveryEstimate('standard', promise, block) !== undefined;

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

/** Other ids of such lines: of a grocery service, of other layouts. */
const OTHER_LINES = '[id*="delivery-message" i], #promiseBasedBadge_feature_div';

/** Returns the promises of the line, and of the second one in it or next to it. */
function linesIn(block: PageBlock): Slot[] {
  const lines = [...LINES.map((id) => block.at(id).first()), block.first(OTHER_LINES)];
  for (const line of lines) {
    const promise = shownPromise(line);
    if (promise === undefined) continue;
    const around = [line.closest('#fast-track'), line.closest('#fast-track-message')];
    const whole = around.find(({ exists }) => exists) ?? line;
    const second = shownPromise(whole.first(SECOND_IN_LINE)) ?? shownPromise(block.at('upsell-message').first());
    const slots = second === undefined ? inWords(whole, promise) : inOrder(line, promise, second);
    const shown = slots.filter((slot) => promises(block, slot));
    if (shown.length > 0) return shown;
  }
  return [];
}

/** Returns both promises. The text of the first one can contain the second one. */
function inOrder(line: PageBlock, first: ShownPromise, second: ShownPromise): Slot[] {
  const text = withoutLinks(line, before(second.text, first.text));
  return [
    { ...first, text, isSecond: false },
    { ...second, isSecond: true },
  ];
}

/** Returns the promises of a text without marks: a line that begins with a word for a faster delivery, before or after the other one, has a day of its own. */
function inWords(block: PageBlock, promise: ShownPromise): Slot[] {
  const { locale } = block;
  const { text } = promise;
  const hasDay = (part: string) => locale.delivery(part).date_min !== null;
  const faster = block.lines().find((line) => {
    const words = line.split(/[:：]/, 1)[0] ?? '';
    return line !== text && mentions(words, locale.words.delivery.fastest) && hasDay(line);
  });
  if (faster === undefined) return [{ ...promise, isSecond: false }];
  const second = { text: withoutLinks(block, faster), isSecond: true };
  // The text of the promise is without the link at its end.
  const part = text.includes(faster) ? faster : second.text;
  const isFirst = text.startsWith(part);
  const rest = isFirst ? text.slice(part.length).trim() : before(part, text);
  if (!hasDay(rest)) return [{ ...promise, isSecond: false }];
  const other = { text: withoutLinks(block, rest), isSecond: false };
  return isFirst ? [second, other] : [{ ...promise, ...other }, second];
}

/** Returns a text without the text of a link at its end: "Details". */
const withoutLinks = (block: PageBlock, text: string): string =>
  block.all('a').reduceRight((rest, link) => withoutLink(rest, link), text) || text;

/** Returns the text before a part of it; the whole text if the part is not in it. */
function before(part: string, text: string): string {
  const at = text.indexOf(part);
  return at < 0 ? text : text.slice(0, at).trim();
}
