/** What a command of an endpoint does: the call, or page after page, printed. */

import { type EndpointName, isPaged, type PagedEndpointName } from '../contract/endpoints.ts';
import type { AnyEnvelope, EndpointMethods, Marketplace, Params } from '../contract/marketplace.ts';
import type { PageType } from '../contract/page-types.ts';
import { endpointPages } from '../paging/endpoint-pages.ts';
import { creditsNote } from './notes.ts';
import { EnvelopePrinter } from './output/envelope-printer.ts';
import { assertFields } from './output/fields.ts';
import type { PrintStyle } from './output/print.ts';
import { goesOn, type PagingFlags } from './paging-flags.ts';
import type { Terminal } from './terminal.ts';

/** A call and how it is printed. */
export interface EndpointCall<Name extends EndpointName> {
  marketplace: Marketplace;
  name: Name;
  params: Params<Name>;
  /** Types of page that can come back. */
  types: readonly PageType[];
  style: PrintStyle;
  paging: PagingFlags;
}

/**
 * Calls, prints, and tells whether something was found.
 *
 * @throws BadRequestError for fields that no answer has, before anything is sent; else what the call throws
 */
export async function callEndpoint<Name extends EndpointName>(
  call: EndpointCall<Name>,
  terminal: Terminal,
): Promise<boolean> {
  const { types, style, paging } = call;
  if (style.fields !== undefined) assertFields(style.fields, types);
  const isPaged = goesOn(paging);
  const printer = new EnvelopePrinter({ ...style, isPaged }, terminal);
  const answers: AnyEnvelope[] = [];
  try {
    for await (const answer of isPaged ? pagesOf(call, terminal) : oneAnswer(call, terminal)) {
      printer.add(answer);
      answers.push(answer);
    }
  } finally {
    // Pages that came before a failure are paid for: they are printed.
    if (answers.length > 0) printer.end();
    const note = creditsNote(answers);
    if (note !== undefined) terminal.note(note);
  }
  return answers[0]?.found === true;
}

async function* oneAnswer<Name extends EndpointName>(
  { marketplace, name, params }: EndpointCall<Name>,
  { signal }: Terminal,
): AsyncGenerator<AnyEnvelope> {
  const calls: EndpointMethods = marketplace;
  yield (await calls[name](params, { signal })) as AnyEnvelope;
}

function pagesOf<Name extends EndpointName>(
  { marketplace, name, params, paging: { maxPages, minRemaining } }: EndpointCall<Name>,
  { signal }: Terminal,
): AsyncIterable<AnyEnvelope> {
  if (!isPaged(name)) throw new TypeError(`${name} has no pages`);
  return endpointPages(marketplace, name, params as Params<Name & PagedEndpointName>, {
    maxPages,
    minRemaining,
    signal,
  });
}
