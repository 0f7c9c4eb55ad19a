/** Reads the targets of a watch from a file. */
import { BadRequestError } from '../../contract/errors.ts';
import { displayName, type InputFile } from '../../inputs/input-file.ts';
import type { InputFormat } from '../../inputs/read.ts';
import type { Input, InputRules } from '../../inputs/requests.ts';
import { filePath } from '../../options/checks.ts';
import type { WatchTarget } from '../types.ts';
import { assertSameCall, located, type NewTarget, newTarget } from './stored-target.ts';
import { TARGET_RULES, targetOfInput } from './watch-target.ts';

/**
 * Returns the targets of a file, as `buybox watch` reads it: plain lines (an ASIN, `ASIN:de`, a URL, a seller id, a browse node, a keyword of several
 * words), CSV or NDJSON. Options of targets are further columns or members; those of your own become `extra`. The whole file is read and checked before
 * the first target is returned, so that a watch of an invalid file sends nothing. It is read once.
 *
 * @param file Its path; `-` is standard input. Decompressed if the name ends with `.gz`.
 * @throws BadRequestError The iteration throws for a file that cannot be read or has no targets, and for the first invalid line, with its number
 * @example
 * for await (const change of watch(marketplace, readTargets('targets.csv'), { every: '1h', db: 'watch.db' })) console.log(change);
 */
export function readTargets(file: string): AsyncIterable<WatchTarget> {
  const source = { file: filePath({ name: 'file', value: file }), stdin: () => process.stdin };
  return {
    async *[Symbol.asyncIterator]() {
      const { signal } = new AbortController();
      for (const { target } of await checkedTargets(source, undefined, { as: undefined, defaults: {} }, signal))
        yield target;
    },
  };
}

/** A target of a file, and the id that it will have in the store. */
export interface FileTarget {
  target: WatchTarget;
  id: string;
}

/**
 * Returns the targets of a file, each once.
 *
 * @param rules The defaults are those of the watch: they decide which targets are the same.
 * @throws BadRequestError for a file that cannot be read or has no targets, and for the first invalid line and for an id of two calls, with
 *   its number
 */
export async function checkedTargets(
  source: InputFile,
  format: InputFormat | undefined,
  rules: Omit<InputRules, 'isLocal'>,
  signal: AbortSignal,
): Promise<readonly FileTarget[]> {
  // Loaded when it is used: most watches read no file.
  const { readInputs } = await import('../../inputs/read.ts');
  const name = displayName(source.file);
  const targets = new Map<string, CheckedTarget>();
  for await (const input of readInputs(source, format, { ...rules, ...TARGET_RULES }, signal)) {
    const read = checkedTarget(input, name, rules);
    const { stored, line } = read;
    const first = targets.get(stored.id) ?? read;
    assertSameCall(first.stored, stored, { first: `line ${first.line}`, target: `${name}, line ${line}` });
    targets.set(stored.id, { ...read, line: first.line });
  }
  if (targets.size > 0) return Array.from(targets.values(), ({ target, stored: { id } }) => ({ target, id }));
  throw new BadRequestError(`file: ${name} has no targets: expected an ASIN, a URL or a JSON object a line.`, {
    parameter: 'file',
  });
}

interface CheckedTarget {
  target: WatchTarget;
  stored: NewTarget;
  line: number;
}

function checkedTarget(input: Input, file: string, { defaults }: Pick<InputRules, 'defaults'>): CheckedTarget {
  const { line } = input.invalid ?? input;
  return located(`${file}, line ${line}`, () => {
    if (input.invalid !== undefined) throw input.invalid.error;
    const target = targetOfInput(input);
    // The watch checks against its own interval and budget.
    const stored = newTarget(target, { everyMs: 1, call: defaults, maxPages: Number.POSITIVE_INFINITY });
    return { target, stored, line };
  });
}
