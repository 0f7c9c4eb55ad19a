/** The command line: a subcommand a row of the table of endpoints, and commands on saved pages. */
import { Command, CommanderError } from 'commander';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { Answer, Calls, Marketplace, Params } from '../contract/marketplace.ts';
import { createMarketplace } from '../index.ts';
import { httpPages, type PageSource, recordPages, savedPages } from '../local.ts';
import { version } from '../version.ts';
import { describeError, EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import { addKeyCommands } from './keys.ts';
import { addPageCommands } from './page-commands.ts';
import { addParameters, collectParameters } from './parameters.ts';
import { addServeCommand } from './serve.ts';
import type { Terminal } from './terminal.ts';

interface SourceOptions {
  folder?: string;
  record?: string;
  via?: string;
}

/** Runs a command line, without the program's name; resolves to the exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.found;
  const program = buildProgram(terminal, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.found : EXIT.usage;
    terminal.err(describeError(error));
    return exitCodeOf(error);
  }
}

function buildProgram(terminal: Terminal, finish: (code: ExitCode) => void): Command {
  const program = new Command('buybox')
    .description('Retail-marketplace data: JSON on standard output, all else on standard error.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    })
    .addHelpText('after', '\nExit codes: 0 found, 3 not found, 1 failure, 2 wrong usage.')
    .showHelpAfterError('(buybox --help lists the commands)');
  for (const name of Object.keys(endpoints) as EndpointName[]) addEndpointCommand(program, name, terminal, finish);
  addPageCommands(program, terminal, finish);
  addServeCommand(program, terminal);
  addKeyCommands(program, terminal);
  return program;
}

function addEndpointCommand<Name extends EndpointName>(
  program: Command,
  name: Name,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  const { params, summary } = endpoints[name];
  const command = program
    .command(name)
    .description(summary)
    .option('--folder <dir>', 'read saved pages from a folder in place of the site')
    .option('--record <dir>', 'keep every page in a folder')
    .option('--via <url>', 'send requests to an address on loopback in place of the site');
  addParameters(command, params);
  command.action(async () => {
    const options = command.opts<SourceOptions & Record<string, unknown>>();
    await using marketplace = createMarketplace({ backend: 'local', pages: pagesOf(options) });
    const given = collectParameters(params, command.args, options) as Params<Name>;
    const answer = await callEndpoint(marketplace, name, given);
    terminal.json(answer);
    finish(answer.found ? EXIT.found : EXIT.notFound);
  });
}

function callEndpoint<Name extends EndpointName>(
  marketplace: Marketplace,
  name: Name,
  params: Params<Name>,
): Promise<Answer<Name>> {
  const calls: Calls = marketplace;
  return calls[name](params);
}

function pagesOf({ folder, record, via }: SourceOptions): PageSource {
  const pages = folder === undefined ? httpPages({ via }) : savedPages(folder);
  return record === undefined ? pages : recordPages(record, pages);
}
