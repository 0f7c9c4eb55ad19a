/** Which fields of the schema responses lack, in all and in each marketplace, and which parts pages lack. */
import { z } from 'zod';
import { dataSchemas } from '../../../contract/data/index.ts';
import { PAGE_TYPES, type PageTypeInfo, pageTypes } from '../../../contract/page-types.ts';
import { type ShareRow, shareBars } from '../../../display/bars.ts';
import { dataTable, figure, folded, sampleNote } from '../../../display/figure.ts';
import { foreignText, html } from '../../../display/html.ts';
import { count, counted, percent } from '../../../display/text.ts';
import { entrySchemaOf, objectsOf } from '../../../tables/fields.ts';
import { type Row, recordsIn } from '../../../tables/rows.ts';
import { type Chart, marketplaceName } from './charts.ts';
import { CountTable, Names } from './tally.ts';

/** How many fields have a bar; how many gaps are counted, and have one. */
const [FIELD_BARS, GAPS_COUNTED, GAP_BARS] = [20, 500, 15];

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
  return {
    add: (line) => {
      if (line.page !== page || line.outcome !== 'found') return;
      for (const row of rowsOf(line.data))
        for (const name of ['', ...Object.keys(row)])
          if (name === '' || Object.hasOwn(shape, name)) present.of(name).add(line.marketplace);
    },
    draw: () => {
      const of = present.of('').total;
      if (of === 0) return undefined;
      const places = present.of('').sorted();
      const fields = Object.entries(shape).map(([name, field]: [string, unknown]) => {
        const missing = of - present.of(name).total;
        const isRequired = !(field instanceof z.ZodExactOptional || field instanceof z.ZodOptional);
        const label = html`<code>${name}</code>`;
        const shares = places.map((place) => percent(place.count - present.of(name).at(place.name), place.count));
        const row: ShareRow = { name: label, count: missing, of, color: isRequired ? 'red' : 'blue' };
        const cells = [label, isRequired ? 'yes' : '', percent(missing, of), count(missing), ...shares];
        return { ...row, note: isRequired ? 'required' : undefined, cells };
      });
      const bars = fields
        .filter((field) => field.count > 0 && (field.note !== undefined || 2 * field.count <= of))
        .sort((one, other) => other.count - one.count);
      const [always, never] = [0, of].map((times) => fields.filter((field) => field.count === times).length);
      const heads = ['field', 'required', 'missing', noun === 'response' ? 'responses' : 'entries'];
      const all = dataTable(
        `All fields: ${title}`,
        [...heads, ...places.map(({ name }) => marketplaceName(name))],
        fields.map(({ cells }) => cells),
      );
      return figure({
        title: html`<code>${title}</code>`,
        facts: `${counted(of, noun)} · ${counted(fields.length, 'field')}: ${always} always present, ${never} never`,
        chart: html`${bars.length > 0 && shareBars(`Fields that some lack: ${title}`, bars.slice(0, FIELD_BARS))}
${bars.length > FIELD_BARS && html`<p class="plain">${counted(bars.length - FIELD_BARS, 'more field')} in the table of all fields.</p>`}
${folded(all, `All ${fields.length} fields`)}`,
        notes: [sampleNote(of, noun)],
      });
    },
  };
}

/** A bar for each of the most frequent gaps: the share of responses that have it. */
export function gapsChart(): Chart {
  const title = 'Missing parts of pages';
  const gaps = new Names(GAPS_COUNTED);
  let [of, withGaps] = [0, 0];
  return {
    add: (line) => {
      if (line.outcome === 'found') of++;
      if (line.gaps.length > 0) withGaps++;
      for (const { landmark, kind, detail } of line.gaps)
        gaps.add(`${line.page} ${kind} ${landmark}`, `${line.page}: ${detail || `${landmark} ${kind}`}`);
    },
    draw: () => {
      if (gaps.total === 0) return undefined;
      const rows = gaps.sorted().map((gap): ShareRow => {
        return { name: foreignText(gap.label), count: gap.count, of, color: 'blue' };
      });
      return figure({
        title,
        facts: `${count(withGaps)} of ${counted(of, 'response')}`,
        chart: shareBars(title, rows.slice(0, GAP_BARS)),
        notes: [rows.length > GAP_BARS && `${count(rows.length - GAP_BARS)} less frequent ones are not shown.`],
      });
    },
  };
}
