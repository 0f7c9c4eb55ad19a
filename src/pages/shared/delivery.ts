/** Delivery promises, alike on products, tiles and offers (specification, DeliveryEstimate). */
import type { DeliveryKind } from '../../contract/codes.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import type { Locale } from '../../locale/index.ts';

/**
 * A promise from its text. A page that states the dates or the charge in attributes says them better: `stated` holds such texts, which win
 * over what the whole text says.
 */
export function deliveryEstimate(
  kind: DeliveryKind,
  text: string,
  locale: Locale,
  stated: { time?: string | undefined; price?: string | undefined } = {},
): DeliveryEstimate {
  const whole = locale.delivery(text);
  const timed = stated.time === undefined ? undefined : locale.delivery(stated.time);
  const { days_min, days_max, date_min, date_max } = timed?.date_min ? timed : whole;
  return { kind, days_min, days_max, date_min, date_max, is_free: whole.is_free, text };
}
