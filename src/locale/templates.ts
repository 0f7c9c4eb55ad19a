/** Reads lines with the templates of a word file: `Reviewed in {country} on {date}`. */
import { LONGEST_LINE } from './limits.ts';
import { once } from './phrases.ts';
import type { Phrases } from './words/words.ts';

/** The meaning of each name in braces. */
const VALUES = { author: /./u, brand: /./u, country: /^\P{Nd}+$/u, date: /\p{Nd}/u } as const;

type Name = keyof typeof VALUES;

const SPECIAL = /[.*+?^${}()|[\]\\/]/g;
const NAME = /\{(author|brand|country|date)\}/;

/** One or two names with the words before, between and behind them. */
interface Template {
  readonly names: readonly Name[];
  readonly before: RegExp;
  readonly between: RegExp;
  readonly behind: RegExp;
}

type Values = { readonly [Key in Name]?: string | undefined };

const templatesOf = once((templates: Phrases) => templates.map(templateOf));

/** Returns the values of the first template that matches the whole text. Empty if none does. */
export function readTemplate(text: string | undefined, templates: Phrases): Values {
  if (text === undefined || text.length > LONGEST_LINE) return {};
  for (const template of templatesOf(templates)) {
    const values = valuesIn(text, template);
    if (values !== undefined) return values;
  }
  return {};
}

function templateOf(template: string): Template {
  const [before = '', first, between = '', second, behind = ''] = template.split(NAME);
  const names = [first, second].filter((name): name is Name => name !== undefined);
  const words = names.length === 1 ? [before, '', between] : [before, between, behind];
  const [start = '', middle = '', end = ''] = words.map(sourceOf);
  return {
    names,
    before: new RegExp(`^${start}`, 'iu'),
    between: new RegExp(middle, 'giu'),
    behind: new RegExp(`${end}$`, 'iu'),
  };
}

/** Accepts straight and curly apostrophes, and blanks around a colon. */
const sourceOf = (words: string): string =>
  words.replace(SPECIAL, '\\$&').replace(/['’]/g, "['’]").replace(/ ?: ?/g, '\\s?[:：]\\s?').replace(/ /g, '\\s');

/** One pass finds the words between two values: the first ones, or behind a date, which is as long as possible, the last ones. */
function valuesIn(text: string, { names, before, between, behind }: Template): Values | undefined {
  const start = before.exec(text)?.[0].length;
  const end = behind.exec(text)?.index;
  if (start === undefined || end === undefined || start >= end) return undefined;
  const rest = text.slice(start, end);
  if (names.length === 1) return checked(names, [rest]);
  const places = [...rest.matchAll(between)].filter(
    ({ index, 0: words }) => index > 0 && index + words.length < rest.length,
  );
  const place = places.at(names[0] === 'date' ? -1 : 0);
  if (place === undefined) return undefined;
  return checked(names, [rest.slice(0, place.index), rest.slice(place.index + place[0].length)]);
}

/** The values by their names. `undefined` if one is not what its name says. */
function checked(names: readonly Name[], values: readonly string[]): Values | undefined {
  const rows = names.map((name, at) => [name, values[at] ?? ''] as const);
  return rows.every(([name, value]) => VALUES[name].test(value)) ? Object.fromEntries(rows) : undefined;
}
