/** Time zones. */
import { invalidSetting, type Setting } from './checks.ts';

/** Returns the name of a time zone. @throws BadRequestError `INVALID_CONFIGURATION` */
export function timeZone({ name, value }: Setting): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: String(value) }).resolvedOptions().timeZone;
  } catch (cause) {
    throw invalidSetting(name, value, 'is not a time zone: expected a name such as "Europe/Berlin".', cause);
  }
}
