/** Makes the call of an endpoint's command, or a call per page, and prints the results. */
import type { Command } from 'commander';
import { type EndpointName, endpoints, isPaged, type PagedEndpointName } from '../../../contract/endpoints.ts';
import type { AnyEnvelope, EndpointMethods, Marketplace, Params } from '../../../contract/marketplace.ts';
import type { PageType } from '../../../contract/page-types.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { endpointPages } from '../../../paging/endpoint-pages.ts';
import type { PagingOptions } from '../../../paging/options.ts';
import { OFFER_NEEDS } from '../../../paging/page-fields.ts';
import { gapsOf } from '../../../paging/walk.ts';
import { assertFields, dataFields } from '../../../tables/fields.ts';
import { type BackendFlags, openMarketplace } from '../../flags/backend.ts';
import { formOf, type OutputFlags } from '../../flags/output.ts';
import { EnvelopePrinter } from '../../output/envelope-printer.ts';
import { EXIT, type ExitCode } from '../../terminal/exit.ts';
import { creditsNote, gapNote, notesTo } from '../../terminal/notes.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { collectParameters } from './parameters.ts';

/** The flags of the endpoints' commands, besides parameters. */
export interface EndpointFlags extends BackendFlags, OutputFlags {
  allPages?: boolean;
  maxPages?: number;
  minRemaining?: number;
}

/**
 * Makes the call of a command, and prints the result. Returns whether something was found.
 *
 * @throws BadRequestError for unknown fields and flags without their others, before the call. Throws the errors of the call.
 */
export async function callEndpoint<Name extends EndpointName>(
  name: Name,
  // The marketplace and language of a call are its parameters, not defaults.
  { marketplace: _marketplace, language: _language, ...flags }: EndpointFlags,
  command: Command,
  terminal: Terminal,
): Promise<ExitCode> {
  const { allPages, maxPages, minRemaining, fields } = flags;
  const { params: table, responses: types } = endpoints[name];
  const areAll = isPaged(name) && (allPages === true || maxPages !== undefined);
  // In a configuration file, the flag is for calls with pages.
  if (!areAll && command.getOptionValueSource('minRemaining') === 'cli')
    throw wrongParameter('min-remaining', 'needs --all-pages or --max-pages.');
  const given = collectParameters(table, command.args, command.opts());
  if (fields !== undefined) assertFields(fields, types);
  const read = fields === undefined ? undefined : fieldsToRead(name, fields, types);
  const params = (read === undefined ? given : { ...given, fields: read }) as Params<Name>;
  await using marketplace = await openMarketplace(flags, terminal, { onEvent: notesTo(terminal) });
  const printer = new EnvelopePrinter({ form: formOf(flags, terminal), fields, isPaged: areAll }, terminal);
  const paging = areAll ? { maxPages, minRemaining } : undefined;
  const envelopes: AnyEnvelope[] = [];
  try {
    for await (const envelope of envelopesOf(marketplace, name, params, paging, terminal)) {
      printer.add(envelope);
      for (const gap of gapsOf(envelope.meta)) terminal.note(gapNote(gap));
      envelopes.push(envelope);
    }
  } finally {
    // Pages before a failure are paid for: they are printed.
    if (envelopes.length > 0) printer.end();
    const note = creditsNote(envelopes);
    if (note !== undefined) terminal.note(note);
  }
  return envelopes[0]?.found === true ? EXIT.found : EXIT.notFound;
}

/** Returns the fields to ask for. Repeated offers are not printed: what distinguishes them is read too. */
function fieldsToRead(
  name: EndpointName,
  printed: readonly string[],
  types: readonly PageType[],
): string[] | undefined {
  const fields = dataFields(printed, types);
  return fields === undefined || name !== 'offers' ? fields : [...fields, ...OFFER_NEEDS];
}

/** Makes the call, or with `paging` a call for each page. */
async function* envelopesOf<Name extends EndpointName>(
  marketplace: Marketplace,
  name: Name,
  params: Params<Name>,
  paging: Pick<PagingOptions, 'maxPages' | 'minRemaining'> | undefined,
  { signal }: Terminal,
): AsyncGenerator<AnyEnvelope> {
  if (paging !== undefined && isPaged(name))
    return yield* endpointPages(marketplace, name, params as Params<Name & PagedEndpointName>, { ...paging, signal });
  const methods: EndpointMethods = marketplace;
  yield (await methods[name](params, { signal })) as AnyEnvelope;
}
