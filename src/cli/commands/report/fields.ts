/** Which fields of the schema responses lack, in all and in each marketplace. */
import { z } from 'zod';
import { dataSchemas } from '../../../contract/data/index.ts';
import { PAGE_TYPES, type PageTypeInfo, pageTypes } from '../../../contract/page-types.ts';
import { shareBars } from '../../../display/bars.ts';
import { dataTable, figure, folded, sampleNote } from '../../../display/figure.ts';
import { foreignText, html } from '../../../display/html.ts';
import { count, counted, percent } from '../../../display/text.ts';
import { entrySchemaOf, objectsOf } from '../../../tables/fields.ts';
import { type Row, recordsIn } from '../../../tables/rows.ts';
import { type Chart, marketplaceName } from './charts.ts';
import { CountTable, Names } from './tally.ts';

/** How many fields have a bar, and how many unknown ones are kept and named. */
const [BARS, UNKNOWN_KEPT, UNKNOWN_SHOWN] = [20, 100, 8];

/** A chart for the data of each page type, or for each kind of its data, and for the entries of its list. */
export function fieldCharts(): Chart[] {
  return PAGE_TYPES.flatMap((page) => {
    const { list }: PageTypeInfo = pageTypes[page];
    const objects = objectsOf(dataSchemas[page]);
    const own = objects.map((object) => {
      const kind = Object.entries(object.shape).find(([, field]) => field instanceof z.ZodLiteral);
      if (objects.length === 1 || !(kind?.[1] instanceof z.ZodLiteral))
        return fieldsChart(page, '', object, (data) => [data]);
      const [name, { value }] = [kind[0], kind[1]];
      return fieldsChart(page, ` (${value})`, object, (data) => (data[name] === value ? [data] : []));
    });
    const entries = list === undefined ? [] : objectsOf(entrySchemaOf(dataSchemas[page], list));
    return [
      ...own,
      ...entries.map((object) => fieldsChart(page, `: each of ${list}`, object, (data) => recordsIn(data[list ?? '']))),
    ];
  });
}

/** Counts the fields of one schema. A row is the data of a page, or an entry of its list. */
function fieldsChart(
  page: string,
  suffix: string,
  { shape }: z.ZodObject,
  rowsOf: (data: Row) => readonly Row[],
): Chart {
  const title = page + suffix;
  const noun = suffix.startsWith(':') ? (['entry', 'entries'] as const) : 'response';
  /** By field and marketplace; the empty name counts the rows. */
  const present = new CountTable();
  const nulls = new Names();
  const unknown = new Names(UNKNOWN_KEPT);
  return {
    add: (line) => {
      if (line.page !== page || line.outcome !== 'found') return;
      for (const row of rowsOf(line.data)) {
        present.of('').add(line.marketplace);
        for (const [name, value] of Object.entries(row)) {
          if (!Object.hasOwn(shape, name)) unknown.add(name);
          else {
            present.of(name).add(line.marketplace);
            if (value === null) nulls.add(name);
          }
        }
      }
    },
    draw: () => {
      const rows = present.of('').total;
      if (rows === 0) return undefined;
      const codes = present.of('').sorted();
      const fields = Object.entries(shape).map(([name, field]: [string, unknown]) => {
        const missing = rows - present.of(name).total;
        const isRequired = !(field instanceof z.ZodExactOptional || field instanceof z.ZodOptional);
        const label = html`<code>${name}</code>`;
        const shares = codes.map(({ name: code, count: of }) => percent(of - present.of(name).at(code), of));
        const cells = [label, isRequired ? 'yes' : '', percent(missing, rows), count(missing), count(nulls.at(name))];
        const note = isRequired ? 'required by the schema' : undefined;
        return {
          name: label,
          note,
          color: isRequired ? ('red' as const) : ('blue' as const),
          count: missing,
          of: rows,
          cells: [...cells, ...shares],
        };
      });
      const bars = fields
        .filter((field) => field.count > 0 && (field.note !== undefined || 2 * field.count <= rows))
        .sort((one, other) => other.count - one.count);
      const [always, never] = [0, rows].map((times) => fields.filter((field) => field.count === times).length);
      const heads = [
        'field',
        'required',
        'missing',
        'missing in',
        'null',
        ...codes.map(({ name }) => marketplaceName(name)),
      ];
      const all = dataTable(
        `All fields: ${title}`,
        heads,
        fields.map(({ cells }) => cells),
      );
      const names = unknown.sorted();
      const named = names
        .slice(0, UNKNOWN_SHOWN)
        .map((field) => html`<code>${foreignText(field.name)}</code> (${count(field.count)}) `);
      const more = names.length > UNKNOWN_SHOWN && `and ${names.length - UNKNOWN_SHOWN} more`;
      return figure({
        title: html`<code>${title}</code>`,
        facts: `${counted(rows, noun)} · ${counted(fields.length, 'field')}: ${always} always present, ${never} never`,
        chart: html`${bars.length > 0 && shareBars(`Fields that some lack: ${title}`, bars.slice(0, BARS))}
${bars.length > BARS && html`<p class="plain">${counted(bars.length - BARS, 'more field')} in the table of all fields.</p>`}
${folded(all, `All ${fields.length} fields`)}`,
        notes: [names.length > 0 && html`Not in the schema: ${named}${more}`, sampleNote(rows, noun)],
      });
    },
  };
}
