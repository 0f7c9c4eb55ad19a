/** Makes the call of an endpoint's command, or a call per page, and prints the results. */
import { type EndpointName, isPaged, type PagedEndpointName } from '../../../contract/endpoints.ts';
import type { AnyEnvelope, EndpointMethods, Marketplace, Params } from '../../../contract/marketplace.ts';
import type { PageType } from '../../../contract/page-types.ts';
import { endpointPages } from '../../../paging/endpoint-pages.ts';
import type { PagingOptions } from '../../../paging/options.ts';
import { OFFER_NEEDS } from '../../../paging/page-fields.ts';
import { gapsOf } from '../../../paging/walk.ts';
import { assertFields, dataFields } from '../../../tables/fields.ts';
import { EnvelopePrinter, type EnvelopeStyle } from '../../output/envelope-printer.ts';
import { creditsNote, gapNote } from '../../terminal/notes.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The flags of the pages of a list. */
export interface PagingFlags {
  allPages?: boolean;
  maxPages?: number;
  minRemaining?: number;
}

/** A call, and how its result is printed. */
export interface EndpointCall<Name extends EndpointName> {
  marketplace: Marketplace;
  name: Name;
  params: Params<Name>;
  /** The page types that the endpoint can return. */
  types: readonly PageType[];
  style: EnvelopeStyle;
  paging: Pick<PagingOptions, 'maxPages' | 'minRemaining'>;
}

/**
 * Makes a call, and prints the result. Returns whether something was found.
 *
 * @throws BadRequestError for unknown fields, before the call. Throws the errors of the call.
 */
export async function callEndpoint<Name extends EndpointName>(
  call: EndpointCall<Name>,
  terminal: Terminal,
): Promise<boolean> {
  const { types, style } = call;
  if (style.fields !== undefined) assertFields(style.fields, types);
  const fields = style.fields === undefined ? undefined : fieldsToRead(call.name, style.fields, types);
  const wanted = fields === undefined ? call : { ...call, params: { ...call.params, fields } };
  const printer = new EnvelopePrinter(style, terminal);
  const envelopes: AnyEnvelope[] = [];
  try {
    for await (const envelope of envelopesOf(wanted, terminal)) {
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
  return envelopes[0]?.found === true;
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

async function* envelopesOf<Name extends EndpointName>(
  { marketplace, name, params, style, paging }: EndpointCall<Name>,
  { signal }: Terminal,
): AsyncGenerator<AnyEnvelope> {
  if (style.isPaged && isPaged(name))
    return yield* endpointPages(marketplace, name, params as Params<Name & PagedEndpointName>, { ...paging, signal });
  const methods: EndpointMethods = marketplace;
  yield (await methods[name](params, { signal })) as AnyEnvelope;
}
