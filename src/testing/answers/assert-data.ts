/** Checks the data that a test gives: a wrong name or value would be a test that proves nothing. */
import { dataSchemas } from '../../contract/data/index.ts';
import { fieldHint, fieldPaths, isFieldOf } from '../../contract/fields.ts';
import type { PageType } from '../../contract/page-types.ts';
import { didYouMean } from '../../contract/similar.ts';
import { invalidSetting } from '../../options/checks.ts';

/**
 * Throws for a member that data of the page type does not have, and for a value of another type. Members can be missing, and texts can be any text.
 *
 * @param name The name of the data, for messages.
 * @throws BadRequestError `INVALID_CONFIGURATION` with the path of the member, and a suggestion
 */
export function assertData(type: PageType, data: object, name: string): void {
  assertNames(type, data, '', name);
  for (const issue of dataSchemas[type].safeParse(data, { reportInput: true }).error?.issues ?? []) {
    if (issue.input === undefined) continue;
    const path = issue.path.reduce<string>(
      (before, key) => (typeof key === 'number' ? `${before}[${key}]` : `${before}.${String(key)}`),
      name,
    );
    if (issue.code === 'invalid_type')
      throw invalidSetting(path, issue.input, `is not valid: expected ${issue.expected}.`);
    if (issue.code === 'invalid_value')
      throw invalidSetting(path, issue.input, `is not valid: expected one of ${issue.values.join(', ')}.`);
  }
}

function assertNames(type: PageType, value: unknown, field: string, path: string): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) assertNames(type, entry, field, `${path}[${index}]`);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    // A name with a dot is one name. Keys of a map can have one.
    const key = name.replaceAll('.', ' ');
    const inner = field === '' ? key : `${field}.${key}`;
    if (!isFieldOf(inner, type))
      throw invalidSetting(`${path}.${name}`, undefined, `is not a field of ${type}. ${advice(type, field, name)}`);
    assertNames(type, member, inner, `${path}.${name}`);
  }
}

function advice(type: PageType, field: string, wrong: string): string {
  if (wrong.includes('.')) return 'The name has a dot: expected nested objects.';
  const paths = fieldPaths(type);
  if (field === '') return fieldHint(wrong, paths);
  const inside = paths.filter((path) => path.startsWith(`${field}.`)).map((path) => path.slice(field.length + 1));
  return didYouMean(
    wrong,
    inside.filter((name) => !name.includes('.')),
  );
}
