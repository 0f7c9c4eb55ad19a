/** The flags of commands that read saved pages. */
import { LANGUAGES } from '../../contract/codes.ts';
import { Flag, parseTimeoutFlag } from './flag.ts';
import { type OutputFlags, outputFlags } from './output.ts';
import { httpStatus, toTimestamp } from './values.ts';

/** The values of {@link pageFlags}. */
export interface PageFlags extends OutputFlags {
  url?: string;
  status?: number;
  requestedAt?: Date;
  language?: (typeof LANGUAGES)[number];
  /** Milliseconds. */
  parseTimeout?: number;
}

/** Returns the flags. */
export function pageFlags(): Flag[] {
  return [
    new Flag('--url <url>', "URL of the page (default: the page's canonical link)"),
    new Flag('--status <code>', 'HTTP status of the page').argParser(httpStatus),
    new Flag(
      '--requested-at <time>',
      'when the page was served, ISO 8601; dates are relative to it (default now)',
    ).argParser(toTimestamp),
    new Flag('--language <code>', 'language that the page was requested in').choices(LANGUAGES),
    parseTimeoutFlag(),
    ...outputFlags(),
  ];
}
