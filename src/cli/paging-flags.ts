/** The flags of commands whose answers have pages. */
import type { Command } from 'commander';
import { type EndpointName, isPaged } from '../contract/endpoints.ts';
import { BadRequestError } from '../contract/errors.ts';
import { wholeNumberOf } from './flag-values.ts';
import { Flag } from './flags.ts';

/** What the flags give. */
export interface PagingFlags {
  allPages?: boolean;
  maxPages?: number;
  minRemaining?: number;
}

/** Adds the flags to commands whose answers have pages. */
export function addPagingFlags(command: Command, name: EndpointName): void {
  if (!isPaged(name)) return;
  const flags = [
    new Flag('--all-pages', 'go on to the last page; every page is a call, and costs a credit'),
    new Flag('--max-pages <number>', 'go on, for so many pages at most').argParser(wholeNumberOf('max-pages', 1)),
    new Flag('--min-remaining <number>', 'with these two: stop before fewer credits than so many are left').argParser(
      wholeNumberOf('min-remaining'),
    ),
  ];
  for (const flag of flags) command.addOption(flag);
}

/** Whether more than one page is wanted. */
export function goesOn({ allPages, maxPages }: PagingFlags): boolean {
  return allPages === true || maxPages !== undefined;
}

/** Refuses a bound that was typed without anything to bound; one of the configuration file waits for its time. @throws BadRequestError */
export function assertPagingFlags(command: Command, flags: PagingFlags): void {
  if (goesOn(flags) || command.getOptionValueSource('minRemaining') !== 'cli') return;
  throw new BadRequestError('min-remaining: goes with --all-pages or --max-pages', { parameter: 'min-remaining' });
}
