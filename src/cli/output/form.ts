/** The forms that data is printed in, and the flags that choose one. */
import type { Command } from 'commander';
import { toList } from '../flag-values.ts';
import { Flag } from '../flags.ts';
import type { Terminal } from '../terminal.ts';

const FORMS = ['json', 'table', 'csv', 'ndjson'] as const;

/** How data is printed: `table` is what a person reads, a card where there is one thing alone. */
export type Form = (typeof FORMS)[number];

/** What the flags of {@link addOutputFlags} give. */
export interface OutputFlags extends Partial<Record<Form, boolean>> {
  fields?: string[];
}

const HELP: Readonly<Record<Form, string>> = {
  json: 'JSON (default when piped)',
  table: 'a table or a card (default in a terminal)',
  csv: 'comma-separated values, a row an entry',
  ndjson: 'JSON, a line an entry',
};

/** Adds the flags. */
export function addOutputFlags(command: Command): Command {
  for (const form of FORMS) command.addOption(formFlag(form));
  const fields = new Flag('--fields <list>', 'only these fields, with dots into them: title,brand.name; repeatable');
  return command.addOption(fields.argParser(toList).repeatable().helpGroup(GROUP));
}

const GROUP = 'What is printed:';

function formFlag(form: Form): Flag {
  return new Flag(`--${form}`, HELP[form]).excludes(FORMS.filter((other) => other !== form)).helpGroup(GROUP);
}

/** The form that the flags choose, else what suits who reads. */
export function formOf(flags: OutputFlags, terminal: Pick<Terminal, 'isInteractive'>): Form {
  return FORMS.find((form) => flags[form]) ?? (terminal.isInteractive ? 'table' : 'json');
}
