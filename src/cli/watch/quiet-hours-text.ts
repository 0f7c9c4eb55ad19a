/** Quiet hours of a command line. */
import { invalidSetting } from '../../options/checks.ts';
import type { QuietHours } from '../../watch/run/watch-types.ts';

/** Reads quiet hours: `22:00-07:00`, with a time zone behind a blank. @throws BadRequestError `INVALID_CONFIGURATION` */
export function quietHoursIn(text: string): QuietHours {
  const [, from, to, timeZone] = /^(\d\d?:\d\d)-(\d\d?:\d\d)(?: +(\S+))?$/.exec(text.trim()) ?? [];
  if (from !== undefined && to !== undefined) return { from, to, ...(timeZone !== undefined && { timeZone }) };
  throw invalidSetting(
    'quiet-hours',
    text,
    'is not valid: expected, for example, 22:00-07:00 or "22:00-07:00 Europe/Berlin".',
  );
}
