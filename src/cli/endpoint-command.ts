/** A command an endpoint: its arguments and options come from the endpoint's schema. */
import type { Command } from 'commander';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { Params } from '../contract/marketplace.ts';
import type { PageType } from '../contract/page-types.ts';
import { addBackendFlags, type BackendFlags, openMarketplace } from './backend.ts';
import { examplesOf } from './endpoint-examples.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { addOutputFlags, formOf, type OutputFlags } from './output/form.ts';
import { addPagingFlags, assertPagingFlags, type PagingFlags } from './paging-flags.ts';
import { addParameters, collectParameters } from './parameters.ts';
import type { Terminal } from './terminal.ts';

type Flags = BackendFlags & OutputFlags & PagingFlags;

/** Adds the commands; `finish` takes the exit code. */
export function addEndpointCommands(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  for (const name of Object.keys(endpoints) as EndpointName[]) addEndpointCommand(program, name, terminal, finish);
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
  addPagingFlags(command, name);
  addOutputFlags(command);
  addBackendFlags(command);
  command.action(async () => {
    // The marketplace and language of a call are its parameters, not defaults.
    const { marketplace: _marketplace, language: _language, ...flags } = command.opts<Flags>();
    assertPagingFlags(command, flags);
    const given = collectParameters(params, command.args, command.opts()) as Params<Name>;
    const { callEndpoint } = await import('./endpoint-call.ts');
    const types: readonly PageType[] = responses;
    const style = { form: formOf(flags, terminal), fields: flags.fields };
    await using marketplace = await openMarketplace(flags, terminal);
    const found = await callEndpoint({ marketplace, name, params: given, types, style, paging: flags }, terminal);
    finish(found ? EXIT.found : EXIT.notFound);
  });
}
