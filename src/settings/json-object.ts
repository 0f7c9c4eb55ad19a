/** JSON objects of the user's own. */
import { DEEPEST_PART, isDeeper } from '../contract/json.ts';
import { shown } from '../contract/shown.ts';
import { invalidSetting, type Setting } from './checks.ts';

/** The most characters of a user's own JSON object. */
const LONGEST = 10_000;

/** Returns an object that can be stored as JSON. @throws BadRequestError `INVALID_CONFIGURATION` */
export function jsonObject({ name, value }: Setting): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const text = isObject ? jsonText(value) : undefined;
  if (text === undefined)
    throw invalidSetting(name, undefined, `${shown(value)} is not valid: expected a JSON object.`);
  if (text.length > LONGEST)
    throw invalidSetting(name, undefined, `is too long: expected at most ${LONGEST} characters of JSON.`);
  if (isDeeper(text, DEEPEST_PART))
    throw invalidSetting(name, undefined, `is nested too deep: expected at most ${DEEPEST_PART} levels.`);
  return value as Readonly<Record<string, unknown>>;
}

function jsonText(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
