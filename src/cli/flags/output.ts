/** The output forms, and their flags. */
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';
import { Flag } from './flag.ts';
import { toList } from './values.ts';

const FORMS = ['json', 'table', 'csv', 'ndjson'] as const;

/** How data is printed. `table` prints a card for a single thing. */
export type Form = (typeof FORMS)[number];

/** The values of the flags of {@link addOutputFlags}. */
export interface OutputFlags extends Partial<Record<Form, boolean>> {
  fields?: string[];
}

const HELP: Readonly<Record<Form, string>> = {
  json: 'print JSON (default when piped)',
  table: 'print a table or a card (default in a terminal)',
  csv: 'print comma-separated values, a row per entry',
  ndjson: 'print JSON, a line per entry',
};

/** Adds the flags. */
export function addOutputFlags(command: Command): Command {
  for (const form of FORMS) command.addOption(formFlag(form));
  const fields = new Flag('--fields <list>', 'print only these fields, such as title,brand.name; repeatable');
  return command.addOption(fields.argParser(toList).repeatable().helpGroup(GROUP));
}

const GROUP = 'Output:';

function formFlag(form: Form): Flag {
  return new Flag(`--${form}`, HELP[form]).excludes(FORMS.filter((other) => other !== form)).helpGroup(GROUP);
}

/** Returns the form of the flags, else a table in a terminal, else JSON. */
export function formOf(flags: OutputFlags, terminal: Pick<Terminal, 'isInteractive'>): Form {
  return FORMS.find((form) => flags[form]) ?? (terminal.isInteractive ? 'table' : 'json');
}
