/** A command for each endpoint. Its arguments and options come from the endpoint's schema. */

import type { Command } from 'commander';
import { ENDPOINT_NAMES, type EndpointName, endpoints, isPaged } from '../../../contract/endpoints.ts';
import { BadRequestError } from '../../../contract/errors.ts';
import type { Params } from '../../../contract/marketplace.ts';
import { addBackendFlags, type BackendFlags, openMarketplace } from '../../flags/backend.ts';
import { Flag } from '../../flags/flag.ts';
import { addOutputFlags, formOf, type OutputFlags } from '../../flags/output.ts';
import { wholeNumberOf } from '../../flags/values.ts';
import { EXIT, type ExitCode } from '../../terminal/exit.ts';
import { attemptNotesTo } from '../../terminal/notes.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { examplesOf } from './examples.ts';
import { addParameters, collectParameters } from './parameters.ts';
import type { PagingFlags } from './run.ts';

/** Adds the commands. `finish` receives the exit code. */
export function addEndpointCommands(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  for (const name of ENDPOINT_NAMES) addEndpointCommand(program, name, terminal, finish);
}

function addEndpointCommand<Name extends EndpointName>(
  program: Command,
  name: Name,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  const { params, summary, responses } = endpoints[name];
  const command = program.command(name).description(summary).addHelpText('after', examplesOf(name));
  addParameters(command, params);
  if (isPaged(name)) for (const flag of pagingFlags()) command.addOption(flag);
  addOutputFlags(command);
  addBackendFlags(command);
  command.action(async () => {
    // The marketplace and language of a call are its parameters, not defaults.
    const {
      marketplace: _marketplace,
      language: _language,
      ...flags
    } = command.opts<BackendFlags & OutputFlags & PagingFlags>();
    const { allPages, maxPages, minRemaining } = flags;
    const hasPages = allPages === true || maxPages !== undefined;
    // In a configuration file, the flag is for calls with pages.
    if (!hasPages && command.getOptionValueSource('minRemaining') === 'cli') {
      throw new BadRequestError('min-remaining: needs --all-pages or --max-pages.', { parameter: 'min-remaining' });
    }
    const given = collectParameters(params, command.args, command.opts()) as Params<Name>;
    const { callEndpoint } = await import('./run.ts');
    await using marketplace = await openMarketplace(flags, terminal, { onEvent: attemptNotesTo(terminal) });
    const found = await callEndpoint(
      {
        marketplace,
        name,
        params: given,
        types: responses,
        style: { form: formOf(flags, terminal), fields: flags.fields, isPaged: hasPages },
        paging: { maxPages, minRemaining },
      },
      terminal,
    );
    finish(found ? EXIT.found : EXIT.notFound);
  });
}

function pagingFlags(): Flag[] {
  return [
    new Flag('--all-pages', 'get all pages; each page is a call, and costs a credit'),
    new Flag('--max-pages <number>', 'get at most this many pages').argParser(wholeNumberOf('max-pages', 1)),
    new Flag('--min-remaining <number>', 'of several pages: stop before fewer credits are left').argParser(
      wholeNumberOf('min-remaining'),
    ),
  ];
}
