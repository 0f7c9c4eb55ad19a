/** What kinds make up a whole, in each marketplace: stacked bars, all marketplaces together first. */
import { type Html, html } from '../../../service/html.ts';
import { counted, type Noun } from '../../counts.ts';
import { placeName } from '../section.ts';
import type { CountTable } from '../tally/count-table.ts';
import { FEW } from './plot.ts';
import { type Part, type StackRow, stackedShares } from './shares.ts';

/** A picture of a table whose rows are marketplaces and whose columns are the parts. */
export function mix(title: string, noun: Noun, parts: readonly Part[], table: CountTable): Html {
  const places = table.rows;
  const all: StackRow = { name: 'All', counts: ({ id }) => table.sumOf(id) };
  const rows = places.map((place): StackRow => ({ name: placeName(place), counts: ({ id }) => table.at(place, id) }));
  const few = places.filter((place) => table.sum(place) < FEW).map(placeName);
  return html`<figure><figcaption><b>${title}</b> <span class="facts">${counted(table.sum(), noun)}</span></figcaption>
${stackedShares(title, noun, parts, rows.length > 1 ? [all, ...rows] : rows)}
${few.length === 0 ? '' : html`<p class="note">Fewer than ${FEW} in ${few.join(', ')}: read with care.</p>`}</figure>`;
}
