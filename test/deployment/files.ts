/** The files that describe how to run the package, and what the package itself says about commands and metrics. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { Flag } from '../../src/cli/flags/flag.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { terminalOf } from '../cli/run.ts';

const ROOT = join(import.meta.dirname, '../..');

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns the names of the files in a folder and its folders. */
export const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(ROOT.length + 1)] : [],
  );

/** Reads a YAML file. @throws Error for a duplicate key, and for what is not YAML */
export const yaml = (path: string): unknown => parse(read(path), { merge: false });

/** Reads the documents of a YAML file. */
export const documents = (path: string): unknown[] =>
  parseAllDocuments(read(path)).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() as unknown;
  });

const program = buildProgram(terminalOf({}).terminal, () => undefined);

/** Returns the flags of a command, by their long name. */
export function flagsOf(name: string): ReadonlyMap<string, Flag> {
  const command = program.commands.find((each) => each.name() === name);
  if (command === undefined) throw new Error(`buybox has no command "${name}"`);
  const flags = command.options.filter((option) => option instanceof Flag);
  return new Map(flags.map((flag) => [flag.long ?? '', flag]));
}

/** Reads the words of a command as the program itself does. Returns the values of the flags. @throws Error for an unknown flag or an invalid value */
export function valuesOf([name = '', ...words]: readonly string[]): ReadonlyMap<string, unknown> {
  const flags = flagsOf(name);
  const values = new Map<string, unknown>();
  for (let index = 0; index < words.length; index++) {
    const flag = flags.get(words[index] ?? '');
    if (flag === undefined) throw new Error(`buybox ${name} has no flag "${words[index]}"`);
    const hasValue = flag.required || flag.optional;
    if (hasValue) index++;
    const text = words[index] ?? '';
    values.set(flag.long ?? '', hasValue ? (flag.parseArg?.(text, undefined) ?? text) : true);
  }
  return values;
}

/** Returns the environment variables of a command. */
export function variablesOf(name: string): string[] {
  return [...flagsOf(name).values()].flatMap(({ variable }) => variable ?? []);
}
