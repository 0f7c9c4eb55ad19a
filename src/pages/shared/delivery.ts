/** Delivery promises on product pages, tiles and offers. */
import type { DeliveryKind } from '../../contract/codes.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { type Locale, mentions } from '../../locale/index.ts';
import type { PageBlock } from '../page.ts';
import { HELP_LINKS, withoutLink } from './help-links.ts';

/** A promise as a page shows it. */
export interface ShownPromise {
  text: string;
  /** The date and the charge in the attributes of the slot. They win over the text. */
  stated?: { time?: string | undefined; price?: string | undefined };
}

/** Reads a slot of the delivery block. Returns `undefined` for an empty slot. */
export function shownPromise(slot: PageBlock): ShownPromise | undefined {
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
