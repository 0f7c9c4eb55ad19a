/** What a command of an endpoint does: the call, or page after page, printed. */
import type { PageType } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { AnyEnvelope, EndpointMethods, Marketplace, Params } from '../contract/marketplace.ts';
import { categoryPages, offerPages, type PagingOptions, searchPages } from '../paging/index.ts';
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

type PageIterator<Name extends EndpointName> = (
  marketplace: Marketplace,
  params: Params<Name>,
  options: PagingOptions,
) => AsyncIterable<AnyEnvelope>;

const ITERATORS: { [Name in EndpointName]: PageIterator<Name> | undefined } = {
  product: undefined,
  search: searchPages,
  offers: offerPages,
  seller: undefined,
  scrape: undefined,
  category: categoryPages,
};

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
  yield await calls[name](params, { signal });
}

function pagesOf<Name extends EndpointName>(
  { marketplace, name, params, paging: { maxPages, minRemaining } }: EndpointCall<Name>,
  { signal }: Terminal,
): AsyncIterable<AnyEnvelope> {
  const iterate = ITERATORS[name];
  if (iterate === undefined) throw new TypeError(`${name} has no pages`);
  return iterate(marketplace, params, { maxPages, minRemaining, signal });
}
