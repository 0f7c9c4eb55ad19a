/** Checks the origins of the `cors` option. */
import { invalidSetting, type Setting } from '../options/checks.ts';

/** Returns a list of origins, or `undefined` if not set. @throws BadRequestError `INVALID_CONFIGURATION` for an entry that no browser would send */
export function originList({ name, value }: Setting): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw invalidSetting(name, value, `is not a list: expected origins, such as ${EXAMPLE}.`);
  return value.map((entry: unknown) => {
    if (typeof entry === 'string' && (entry === '*' || originOf(entry) === entry)) return entry;
    const origin = typeof entry === 'string' ? originOf(entry) : undefined;
    const hint = origin === undefined ? '' : ` Did you mean "${origin}"?`;
    throw invalidSetting(name, entry, `is not an origin: expected "*", or an origin such as ${EXAMPLE}.${hint}`);
  });
}

const EXAMPLE = '"https://app.example.com"';

/** Returns the origin of a URL; `undefined` if it is not an HTTP URL. */
function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : undefined;
}
