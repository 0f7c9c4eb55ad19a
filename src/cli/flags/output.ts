/** The output forms, and their flags. */
import type { Terminal } from '../terminal/terminal.ts';
import { Flag } from './flag.ts';
import { toList } from './values.ts';

const FORMS = ['json', 'table', 'csv', 'ndjson'] as const;

/** How data is printed. `table` prints a card for a single thing. */
export type Form = (typeof FORMS)[number];

/** The values of {@link outputFlags}. */
export interface OutputFlags extends Partial<Record<Form, boolean>> {
  fields?: string[];
}

const HELP: Readonly<Record<Form, string>> = {
  json: 'print JSON (default when piped)',
  table: 'print a table or a card (default in a terminal)',
  csv: 'print comma-separated values, a row per entry',
  ndjson: 'print JSON, a line per entry',
};

/** Returns the flags. */
export function outputFlags(): Flag[] {
  const forms = FORMS.map((form) => new Flag(`--${form}`, HELP[form]).excludes(FORMS.filter((one) => one !== form)));
  const fields = new Flag('--fields <list>', 'print only these fields, such as title,brand.name; repeatable');
  return [...forms, fields.repeatable(toList)].map((flag) => flag.helpGroup('Output:'));
}

/** Returns the form of the flags, else a table in a terminal, else JSON. */
export function formOf(flags: OutputFlags, terminal: Pick<Terminal, 'isInteractive'>): Form {
  return FORMS.find((form) => flags[form]) ?? (terminal.isInteractive ? 'table' : 'json');
}
