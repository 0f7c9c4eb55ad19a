/** Messages for values that a zod schema refuses. */
import * as z from 'zod';
import { isRecord } from '../../../contract/json.ts';
import { shown } from '../../../contract/shown.ts';
import { didYouMean } from '../../../contract/similar.ts';

/** The problem of a value. */
export interface Problem {
  /** The path of the member, `pace.concurrency`; empty for the value itself. */
  path: string;
  /** `"x" is not valid: expected one of a, b`. */
  message: string;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/**
 * Returns the first problem of a value, or `undefined` for a valid one. Errors in the schema say what is expected: "a list of names".
 *
 * @param noun What a member of the value is called: "setting".
 * @param secrets Members whose values must not appear in the message.
 */
export function firstProblem(
  schema: z.ZodType,
  given: unknown,
  noun: string,
  { secrets = [] }: { secrets?: readonly string[] } = {},
): Problem | undefined {
  const [issue] = schema.safeParse(given, { error: expectation }).error?.issues ?? [];
  if (issue === undefined) return undefined;
  const names = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return {
      path: [...names, key].join('.'),
      message: `unknown ${noun}. ${didYouMean(key, membersOf(schema, names))}`,
    };
  }
  const value = names.some((name) => secrets.includes(name)) ? undefined : names.reduce(memberOf, given);
  return {
    path: names.join('.'),
    message: `${value === undefined ? '' : `${shown(value)} `}is not valid: expected ${issue.message}`,
  };
}

/** The default message of an issue. */
function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`;
  return issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** The names of an object schema's members. */
function membersOf(schema: z.ZodType, names: readonly string[]): string[] {
  let found: unknown = schema;
  for (const name of names) {
    const { shape }: { shape?: Record<string, unknown> } = found as z.ZodObject;
    found = shape?.[name];
    if (found instanceof z.ZodOptional) found = found.unwrap();
  }
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}
