/** Which fields of the schema responses lack, and where one marketplace lacks more than the others. */

import { type ShareRow, shareBars } from '../../../../display/bars.ts';
import { dataTable, figure, folded, sampleNote } from '../../../../display/figure.ts';
import { foreignText, type Html, html } from '../../../../display/html.ts';
import { count, counted, percent } from '../../../../display/text.ts';
import { type Counter, marketplaceName } from '../section.ts';
import { type FieldCount, type FieldTally, fieldTallies } from '../tally/field-tally.ts';

/** Marketplaces with fewer rows are not compared. */
const LEAST_ROWS = 10;
/** Differences of shares that are shown: a marketplace against all, and the two most different marketplaces. */
const FAR_FROM_ALL = 0.3;
const FAR_APART = 0.5;
/** How many fields have a bar, how many a row by marketplace, and how many unknown ones are named. */
const BARS = 20;
const ROWS = 10;
const UNKNOWN_SHOWN = 8;

/** Returns the counter of the section. */
export function missingFields(): Counter {
  const tallies = fieldTallies();
  return {
    empty: 'no page of a known type was found',
    addResponse: ({ pageType, found, data, marketplace }) => {
      for (const tally of tallies) if (found && tally.pageType === pageType) tally.add(data, marketplace);
    },
    draw: () => {
      const seen = tallies.filter((tally) => tally.rows() > 0);
      if (seen.length === 0) return undefined;
      return {
        about: html`<p>The share of responses without a field of the schema. Bars show fields that most responses have and some lack. A marketplace is named next to a field if it lacks the field far more often than the others.</p>
<p>A field is missing when the page does not show it; many fields apply to some products only. A <code>null</code> is a value and counts as present.</p>`,
        charts: html`${seen.map(chartOf)}`,
      };
    },
  };
}

function chartOf(tally: FieldTally): Html {
  const { title } = tally;
  const rows = tally.rows();
  const noun = title.includes(':') ? (['entry', 'entries'] as const) : 'response';
  const fields = tally.fields();
  const byMissing = [...fields].sort((one, other) => other.missing - one.missing);
  const isUsual = ({ isRequired, missing }: FieldCount) => isRequired || 2 * missing <= rows;
  const usual = byMissing.filter((field) => field.missing > 0 && isUsual(field));
  const bars = usual.slice(0, BARS).map((field) => barOf(field, tally));
  return figure({
    title: html`<code>${title}</code>`,
    facts: `${counted(rows, noun)} · ${frequencies(fields, rows)}`,
    chart: html`${bars.length > 0 && shareBars(`Fields that most have and some lack: ${title}`, bars)}${moreNote(usual.length - BARS)}
${differencesTable(
  byMissing.filter((field) => !isUsual(field)),
  tally,
)}${unknownNote(tally)}${allFields(fields, tally)}`,
    notes: [sampleNote(rows, noun)],
  });
}

/** `40 fields: 5 always present, ...`. */
function frequencies(fields: readonly FieldCount[], rows: number): string {
  const lacking = (most: number) => fields.filter(({ missing }) => missing <= most * rows).length;
  const never = fields.filter(({ missing }) => missing === rows).length;
  const [always, usually] = [lacking(0), lacking(0.5)];
  const rarely = fields.length - usually - never;
  return `${counted(fields.length, 'field')}: ${always} always present, ${usually - always} usually, ${rarely} rarely, ${never} never`;
}

function moreNote(more: number): Html | false {
  return more > 0 && html`<p class="plain">${counted(more, 'more field')} in the table of all fields.</p>`;
}

function barOf(field: FieldCount, tally: FieldTally): ShareRow {
  const row = { name: html`<code>${field.name}</code>`, count: field.missing, of: tally.rows() };
  if (field.isRequired) return { ...row, color: 'red', note: 'required by the schema' };
  const { most } = extremesOf(field, tally) ?? {};
  const isFar = most !== undefined && most.share - row.count / row.of >= FAR_FROM_ALL;
  return { ...row, color: 'blue', note: isFar ? most.text : undefined };
}

/** The marketplaces that lack a field least and most often. */
function extremesOf({ name }: FieldCount, tally: FieldTally) {
  const shares = tally.marketplaces
    .filter((code) => tally.rows(code) >= LEAST_ROWS)
    .map((code) => {
      const [missing, rows] = [tally.missingIn(code, name), tally.rows(code)];
      return { share: missing / rows, text: `${marketplaceName(code)} ${percent(missing, rows)}` };
    })
    .sort((one, other) => one.share - other.share);
  const [least, most] = [shares[0], shares.at(-1)];
  return least === undefined || most === undefined ? undefined : { least, most, difference: most.share - least.share };
}

/** Fields that are present in one marketplace and missing in another. */
function differencesTable(fields: readonly FieldCount[], tally: FieldTally): Html | false {
  const rows = fields.flatMap((field) => {
    const { least, most, difference = 0 } = extremesOf(field, tally) ?? {};
    return difference < FAR_APART ? [] : [[html`<code>${field.name}</code>`, least?.text ?? '', most?.text ?? '']];
  });
  const heads = ['present in one marketplace, missing in another', 'fewest missing', 'most missing'];
  const table = dataTable(`Fields by marketplace: ${tally.title}`, heads, rows.slice(0, ROWS));
  return rows.length > 0 && html`<div class="uneven">${table}</div>${moreNote(rows.length - ROWS)}`;
}

function unknownNote({ unknown }: FieldTally): Html | false {
  const names = unknown.sorted();
  const shown = names
    .slice(0, UNKNOWN_SHOWN)
    .map(({ key, count: times }) => html`<code>${foreignText(key)}</code> (${count(times)}) `);
  const more = names.length > shown.length && `and ${names.length - shown.length} more`;
  return names.length > 0 && html`<p class="note">Not in the schema: ${shown}${more}</p>`;
}

/** Every field in the order of the schema, by marketplace. */
function allFields(fields: readonly FieldCount[], tally: FieldTally): Html {
  const marketplaces = tally.marketplaces.length > 1 ? tally.marketplaces : [];
  const rows = fields.map(({ name, isRequired, missing, nulls }) => [
    html`<code>${name}</code>`,
    isRequired ? 'yes' : '',
    percent(missing, tally.rows()),
    count(missing),
    count(nulls),
    ...marketplaces.map((code) => percent(tally.missingIn(code, name), tally.rows(code))),
  ]);
  const heads = ['field', 'required', 'missing', 'missing in', 'null', ...marketplaces.map(marketplaceName)];
  return folded(dataTable(`All fields: ${tally.title}`, heads, rows), `All ${fields.length} fields`);
}
