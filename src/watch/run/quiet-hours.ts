/** Quiet hours: the time of each day in which changes are not delivered. */
import { invalidSetting, type Setting, timeZone } from '../../options/checks.ts';
import { membersIn, type OptionTable } from '../../options/table.ts';
import type { QuietHours } from './watch-types.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

const QUIET_HOURS: OptionTable<QuietHours> = {
  from: { check: timeOfDay },
  to: { check: timeOfDay },
  timeZone: { check: timeZone },
};

/** Returns checked quiet hours. @throws BadRequestError `INVALID_CONFIGURATION` */
export function quietHours(setting: Setting): QuietHours {
  const { from, to, timeZone: zone } = membersIn(QUIET_HOURS)(setting);
  for (const [member, value] of Object.entries({ from, to })) {
    if (value === undefined)
      throw invalidSetting(`${setting.name}.${member}`, undefined, 'missing: expected a time of day such as "22:00".');
  }
  if (from === to)
    throw invalidSetting(
      `${setting.name}.to`,
      to,
      'is the same time as from: expected another one. Leave quietHours out to have none.',
    );
  return { from: from ?? '', to: to ?? '', timeZone: zone };
}

function timeOfDay({ name, value }: Setting): string {
  if (typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)) return value;
  throw invalidSetting(name, value, 'is not a time of day: expected one from "00:00" to "23:59".');
}

/** Returns a function from a time to the end of the quiet hours that it is in: `undefined` outside of them [milliseconds since the epoch]. */
export function quietEnd({ from, to, timeZone: zone }: QuietHours): (now: number) => number | undefined {
  const format = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone === undefined ? {} : { timeZone: zone }),
  });
  const minuteOf = (at: number) => minutesIn(format.format(at));
  const [start, end] = [minutesIn(from), minutesIn(to)];
  return (now) => {
    const minute = minuteOf(now);
    if (until(start, minute) >= until(start, end)) return undefined;
    const whole = now - (now % MINUTE_MS);
    const ends = whole + until(minute, end) * MINUTE_MS;
    // Clocks can change in between, by up to some hours: the end is moved by as much.
    const late = until(end, minuteOf(ends));
    const shift = late > DAY_MINUTES / 2 ? DAY_MINUTES - late : -late;
    return Math.max(ends + shift * MINUTE_MS, whole + MINUTE_MS);
  };
}

function minutesIn(text: string): number {
  const [hour, minute] = text.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** Minutes from a time of day to the next time that it is another one. */
function until(from: number, to: number): number {
  return (to - from + DAY_MINUTES) % DAY_MINUTES;
}
