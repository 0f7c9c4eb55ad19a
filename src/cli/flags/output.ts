/** The output forms, and their flags. */
import type { Terminal } from '../terminal/terminal.ts';
import { Flag } from './flag.ts';
import { toList } from './values.ts';

const FORMS = ['json', 'table', 'csv', 'ndjson'] as const;

/** How data is printed. `table` prints a card for a single thing. */
export type Form = (typeof FORMS)[number];

/** The values of {@link formFlags}. */
export type FormFlags<Name extends string = Form> = Partial<Record<Name, boolean>> & { format?: Name };

/** The values of {@link outputFlags}. */
export interface OutputFlags extends FormFlags {
  fields?: string[];
}

const HELP: Readonly<Record<Form, string>> = {
  json: 'print JSON (default when piped)',
  table: 'print a table or a card (default in a terminal)',
  csv: 'print comma-separated values, a row per entry',
  ndjson: 'print JSON, a line per entry',
};

/** Returns the flags of a command with several forms: one for each, and `--format`, which takes the name of one. */
export function formFlags(forms: Readonly<Record<string, string>> = HELP): Flag[] {
  const names = Object.keys(forms);
  const short = Object.entries(forms).map(([form, help]) =>
    new Flag(`--${form}`, help).excludes(['format', ...names].filter((one) => one !== form)),
  );
  return [...short, new Flag('--format <name>', 'the same by its name').choices(names).excludes(names)];
}

/** Returns the form that the flags name. */
export function namedForm<Name extends string>(flags: FormFlags<Name>, names: readonly Name[]): Name | undefined {
  return flags.format ?? names.find((name) => flags[name]);
}

/** Returns the flags of a command that prints data. */
export function outputFlags(): Flag[] {
  const fields = new Flag('--fields <list>', 'print only these fields, such as title,brand.name; repeatable');
  return [...formFlags(), fields.repeatable(toList)].map((flag) => flag.helpGroup('Output:'));
}

/** Returns the form of the flags, else a table in a terminal, else JSON. */
export function formOf(flags: FormFlags, terminal: Pick<Terminal, 'isInteractive'>): Form {
  return namedForm(flags, FORMS) ?? (terminal.isInteractive ? 'table' : 'json');
}
