/** Which fields answers lack, by page type; where one marketplace lacks more than the others, that is told. */
import { type Html, html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import type { AnswerLine } from '../../results/result-line.ts';
import { FEW } from '../charts/plot.ts';
import { type ShareRow, shareBars } from '../charts/shares.ts';
import { dataTable, numbers } from '../charts/table.ts';
import { type FieldCount, FieldCounts } from '../fields/field-counts.ts';
import { shapes } from '../fields/shapes.ts';
import { percent } from '../format.ts';
import { placeName, type Section, type Shown } from '../section.ts';
import { nameText } from '../text.ts';

/** Fewer rows of a marketplace say nothing of it. */
const TELLING = 10;
/** So much more often than in all is worth a word, and so far apart are marketplaces that differ: 30 and 50 percentage points. */
const STANDS_OUT = 0.3;
const FAR_APART = 0.5;
/** So many fields have a bar, and so many a row by marketplace. */
const BARS = 20;
const ROWS = 10;

/** The section. */
export class MissingFields implements Section {
  readonly id = 'fields';
  readonly title = 'Missing fields';
  readonly #counts = shapes().map((shape) => new FieldCounts(shape));

  answer({ pageType, found, data, marketplace }: AnswerLine): void {
    if (!found) return;
    for (const counts of this.#counts) {
      if (counts.shape.pageType !== pageType) continue;
      for (const row of counts.shape.of(data)) counts.add(row, marketplace);
    }
  }

  shown(): Shown | string {
    const seen = this.#counts.filter((counts) => counts.rows() > 0);
    if (seen.length === 0) return 'no answer of a known page type was found';
    return {
      about: html`<p>The share of answers that lack a field of the schema. Bars show the fields that most answers have and some lack; beside a field stands the marketplace that lacks it far more often than the others.</p>
<p>A field is missing when the page does not show it: many belong to some products only. <code>null</code> is an answer of its own and counts as there.</p>`,
      pictures: html`${seen.map(picture)}`,
    };
  }
}

function picture(counts: FieldCounts): Html {
  const { shape } = counts;
  const rows = counts.rows();
  const fields = counts.fields();
  const title = shape.list === undefined ? shape.id : `${shape.pageType}: each of ${shape.list}`;
  const what = counted(rows, shape.list === undefined ? 'answer' : ['entry', 'entries']);
  const isUsual = ({ required, missing }: FieldCount) => required || 2 * missing <= rows;
  const usual = fields.filter((field) => field.missing > 0 && isUsual(field)).sort(byMissing);
  const uneven = fields.filter((field) => !isUsual(field) && apart(field, counts) >= FAR_APART).sort(byMissing);
  return html`<figure><figcaption><b><code>${title}</code></b> <span class="facts">${what} · ${factsOf(fields, rows)}</span></figcaption>
${
  usual.length === 0
    ? ''
    : shareBars(
        `Fields that most have and some lack: ${title}`,
        usual.slice(0, BARS).map((field) => barOf(field, counts)),
      )
}${usual.length > BARS ? html`<p class="plain">${usual.length - BARS} more are among all fields below.</p>` : ''}
${uneven.length === 0 ? '' : unevenTable(title, uneven, counts)}
${unknownNote(counts)}${rows < FEW ? html`<p class="note">Only ${what}: read with care.</p>` : ''}${allFields(title, counts, fields)}</figure>`;
}

function byMissing(one: FieldCount, other: FieldCount): number {
  return other.missing - one.missing;
}

function factsOf(fields: readonly FieldCount[], rows: number): string {
  const among = (least: number, most: number) =>
    fields.filter(({ missing }) => missing / rows >= least && missing / rows <= most).length;
  const [always, never] = [among(0, 0), among(1, 1)];
  const usually = among(0, 0.5) - always;
  const rarely = fields.length - always - usually - never;
  return `${counted(fields.length, 'field')}: ${always} always there, ${usually} usually, ${rarely} rarely, ${never} never`;
}

function barOf(field: FieldCount, counts: FieldCounts): ShareRow {
  const note = field.required ? 'required by the schema' : worstPlace(field, counts);
  return {
    name: html`<code>${field.name}</code>`,
    count: field.missing,
    of: counts.rows(),
    tone: field.required ? 'tone-failed' : 'tone-missing',
    ...(note === undefined ? {} : { note }),
  };
}

/** The shares that lack a field in the marketplaces that tell something, the smallest first. */
function sharesOf({ name }: FieldCount, counts: FieldCounts): { share: number; text: string }[] {
  const places = counts.places.filter((place) => counts.rows(place) >= TELLING);
  return places
    .map((place) => {
      const [missing, rows] = [counts.missingIn(place, name), counts.rows(place)];
      return { share: missing / rows, text: `${placeName(place)} ${percent(missing, rows)}` };
    })
    .sort((one, other) => one.share - other.share);
}

/** How far apart the marketplaces are. */
function apart(field: FieldCount, counts: FieldCounts): number {
  const shares = sharesOf(field, counts);
  return (shares.at(-1)?.share ?? 0) - (shares[0]?.share ?? 0);
}

/** The marketplace that lacks a field far more often than all together. */
function worstPlace(field: FieldCount, counts: FieldCounts): string | undefined {
  const worst = sharesOf(field, counts).at(-1);
  return worst !== undefined && worst.share - field.missing / counts.rows() >= STANDS_OUT ? worst.text : undefined;
}

/** Fields that one marketplace has and another lacks. */
function unevenTable(title: string, fields: readonly FieldCount[], counts: FieldCounts): Html {
  const rows = fields.slice(0, ROWS).map((field) => {
    const shares = sharesOf(field, counts);
    return [html`<code>${field.name}</code>`, shares[0]?.text ?? '', shares.at(-1)?.text ?? ''];
  });
  const heads = ['there in one marketplace, missing in another', 'fewest missing', 'most missing'];
  return html`<div class="uneven">${dataTable(`Fields by marketplace: ${title}`, heads, rows)}</div>
${fields.length > ROWS ? html`<p class="plain">${fields.length - ROWS} more are among all fields below.</p>` : ''}`;
}

function unknownNote(counts: FieldCounts): Html | string {
  const unknown = counts.unknown();
  if (unknown.length === 0) return '';
  const named = unknown.slice(0, 8).map(([name, times]) => html`<code>${nameText(name)}</code> (${count(times)}) `);
  return html`<p class="note">Beyond the schema: ${named}${unknown.length > 8 ? html`and ${unknown.length - 8} more` : ''}</p>`;
}

/** Every field, in the schema's order, with each marketplace. */
function allFields(title: string, counts: FieldCounts, fields: readonly FieldCount[]): Html {
  const places = counts.places.length > 1 ? counts.places : [];
  const rows = fields.map(({ name, required, missing, nulls }) => [
    html`<code>${name}</code>`,
    required ? 'yes' : '',
    percent(missing, counts.rows()),
    count(missing),
    count(nulls),
    ...places.map((place) => percent(counts.missingIn(place, name), counts.rows(place))),
  ]);
  const heads = ['field', 'required', 'missing', 'in answers', 'null', ...places.map(placeName)];
  return numbers(dataTable(`All fields: ${title}`, heads, rows), `All ${fields.length} fields`);
}
