/** The flags of commands that read saved pages. */
import type { Command } from 'commander';
import { LANGUAGES } from '../../contract/codes.ts';
import { Flag, parseTimeoutFlag } from './flag.ts';
import { addOutputFlags, type OutputFlags } from './output.ts';
import { httpStatus, toTimestamp } from './values.ts';

/** The flags of these commands. */
export interface PageFlags extends OutputFlags {
  url?: string;
  status?: number;
  requestedAt?: Date;
  language?: (typeof LANGUAGES)[number];
  /** Milliseconds. */
  parseTimeout?: number;
}

/** Adds a command with these flags. */
export function pageCommand(program: Command, name: string, summary: string): Command {
  const command = program
    .command(name)
    .description(summary)
    .option('--url <url>', "URL of the page (default: the page's canonical link)")
    .option('--status <code>', 'HTTP status of the page', httpStatus)
    .option(
      '--requested-at <time>',
      'when the page was served, ISO 8601; dates are relative to it (default now)',
      toTimestamp,
    )
    .addOption(new Flag('--language <code>', 'language that the page was requested in').choices(LANGUAGES))
    .addOption(parseTimeoutFlag());
  return addOutputFlags(command);
}
