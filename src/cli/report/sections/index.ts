/** The sections in the order of the page. */
import type { Section } from '../section.ts';
import { buyBox } from './buy-box.ts';
import { conditions } from './conditions.ts';
import { fulfilment } from './fulfilment.ts';
import { gaps } from './gaps.ts';
import { missingFields } from './missing-fields.ts';
import { overTime } from './over-time.ts';
import { prices } from './prices.ts';
import { ratings } from './ratings.ts';
import { stock } from './stock.ts';

const SECTIONS = [overTime, prices, buyBox, conditions, fulfilment, stock, ratings, missingFields, gaps];

/** New sections without counts. */
export function newSections(): Section[] {
  return SECTIONS.map((section) => section());
}
