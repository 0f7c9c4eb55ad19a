/** Who sells and who ships. */
import { html } from '../../../service/html.ts';
import type { Row } from '../../output/rows.ts';
import { booleanAt, recordAt } from '../../results/unchecked.ts';
import { itemsOf } from '../items.ts';
import { partsChart, type Section, sectionOf } from '../section.ts';

const PARTS = [
  { id: 'operator', name: 'sold by the operator', tone: 'tone-operator' },
  { id: 'fba', name: 'FBA: sold by a seller, shipped by the operator', tone: 'tone-a' },
  { id: 'fbm', name: 'FBM: sold and shipped by a seller', tone: 'tone-b' },
  { id: 'unknown', name: 'unknown', tone: 'tone-unknown' },
] as const;

/** The section. */
export const fulfilment = (): Section =>
  sectionOf({
    id: 'fulfilment',
    title: 'Fulfilment',
    empty: 'no product or offers page shows who sells and ships',
    about: html`<p>Fulfilled by the operator (FBA) or by the merchant (FBM). The operator’s own offers are counted separately.</p>`,
    charts: [
      partsChart({
        title: 'Featured offers',
        noun: ['Buy Box', 'Buy Boxes'],
        parts: PARTS,
        read: (response) => [
          ...itemsOf(response, 'product')
            .filter(({ buybox }) => buybox === true)
            .map((product) => fulfilmentOf(recordAt(product, 'seller'), product)),
          ...itemsOf(response, 'offers')
            .filter((offer) => offer.is_pinned === true)
            .map((offer) => fulfilmentOf(offer, offer)),
        ],
      }),
      partsChart({
        title: 'All offers',
        noun: 'offer',
        parts: PARTS,
        read: (response) => itemsOf(response, 'offers').map((offer) => fulfilmentOf(offer, offer)),
      }),
    ],
  });

function fulfilmentOf(seller: Row, offer: Row): (typeof PARTS)[number]['id'] {
  if (seller.is_amazon === true) return 'operator';
  const isFba = booleanAt(offer, 'is_fba');
  if (isFba === undefined) return 'unknown';
  return isFba ? 'fba' : 'fbm';
}
