/** The sections, in the order of the page. */
import type { Section } from '../section.ts';
import { BuyBox } from './buy-box.ts';
import { Conditions } from './conditions.ts';
import { Fulfilment } from './fulfilment.ts';
import { Gaps } from './gaps.ts';
import { MissingFields } from './missing-fields.ts';
import { OverTime } from './over-time.ts';
import { Prices } from './prices.ts';
import { Ratings } from './ratings.ts';
import { Stock } from './stock.ts';

/** Fresh sections, with nothing counted yet. */
export function allSections(): Section[] {
  return [
    new OverTime(),
    new Prices(),
    new BuyBox(),
    new Conditions(),
    new Fulfilment(),
    new Stock(),
    new Ratings(),
    new MissingFields(),
    new Gaps(),
  ];
}
