/** The share of items that are in stock, in each marketplace. */
import { shareBars } from '../../../display/bars.ts';
import { figure, sampleNote } from '../../../display/figure.ts';
import { counted, type Noun } from '../../../display/text.ts';
import { type Chart, marketplaceName } from './charts.ts';
import type { Source } from './result-line.ts';
import { CountTable } from './tally.ts';

/** A bar for each marketplace. Items of unknown stock are left out of the share. */
export function stockChart(title: string, noun: Noun, source: Source): Chart {
  const table = new CountTable();
  return {
    add: (line) => {
      if (line.source !== source) return;
      for (const { in_stock: isInStock } of line.items) table.of(line.marketplace).add(String(isInStock));
    },
    draw: () => {
      const rows = table.rows.map(([code, names]) => {
        const [count, out] = [names.at('true'), names.at('false')];
        const unknown = names.total - count - out;
        const note = unknown === 0 ? undefined : `unknown: ${unknown}`;
        return { name: marketplaceName(code), note, count, of: count + out, color: 'blue' as const };
      });
      const [all, inStock] = [table.sum('true') + table.sum('false'), table.sum('true')];
      if (all === 0) return undefined;
      return figure({
        title,
        facts: `${counted(inStock, noun)} of ${all} in stock`,
        chart: shareBars(
          title,
          rows.filter((row) => row.of > 0),
        ),
        notes: [sampleNote(all, noun)],
      });
    },
  };
}
