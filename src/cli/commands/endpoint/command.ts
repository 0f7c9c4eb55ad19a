/** A command for each endpoint. Its arguments and options come from the endpoint's schema. */
import { ENDPOINT_NAMES, type EndpointName, endpoints, isPaged } from '../../../contract/endpoints.ts';
import { BACKEND_FLAGS } from '../../flags/backend.ts';
import type { AnyRow, CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { outputFlags } from '../../flags/output.ts';
import { examplesOf } from './examples.ts';
import { parameterArguments, parameterFlags } from './parameters.ts';
import type { EndpointFlags } from './run.ts';

const pagingFlags = [
  new Flag('--all-pages', 'get all pages; each page is a call, and costs a credit'),
  new Flag('--max-pages <number>', 'get at most this many pages').number(1),
  new Flag('--min-remaining <number>', 'of several pages: stop before fewer credits are left').number(),
];

/** The commands. */
export const endpointCommands: readonly AnyRow[] = ENDPOINT_NAMES.map(endpointCommand);

function endpointCommand(name: EndpointName): AnyRow {
  const { params, summary } = endpoints[name];
  return {
    name,
    about: summary,
    args: parameterArguments(params),
    flags: [...parameterFlags(params), ...(isPaged(name) ? pagingFlags : []), ...outputFlags(), ...BACKEND_FLAGS],
    help: examplesOf(name),
    run: async ({ flags, command, terminal }) =>
      (await import('./run.ts')).callEndpoint(name, flags, command, terminal),
  } satisfies CommandRow<EndpointFlags>;
}
