/** Runs `buybox record`. */
import type { MarketplaceEvent } from '../../../client/events.ts';
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { BadRequestError, MarketplaceError } from '../../../contract/errors.ts';
import type { FullParams } from '../../../contract/marketplace.ts';
import { type PageRequest, type PageSource, recordPages, savedPages } from '../../../entries/local.ts';
import { parsePlainLine } from '../../../inputs/plain-line.ts';
import { readInputs } from '../../../inputs/read.ts';
import { type Input, type InputRules, inputOf } from '../../../inputs/requests.ts';
import { targetPage } from '../../../local/requests.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { languageOfUrl, parsePage } from '../../../pages/index.ts';
import { batch } from '../../../paging/index.ts';
import { gapsOf } from '../../../paging/walk.ts';
import { decodeBody } from '../../../sources/charset.ts';
import { namedSource } from '../../../sources/named-source.ts';
import { type BackendFlags, callDefaults, openMarketplace, settingsOf } from '../../flags/backend.ts';
import { formOf, type OutputFlags } from '../../flags/output.ts';
import { assertColumns, printShown } from '../../output/print.ts';
import { EXIT, type ExitCode } from '../../terminal/exit.ts';
import { gapNote, notesTo } from '../../terminal/notes.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The flags of `buybox record`. */
export interface RecordFlags extends BackendFlags, OutputFlags {
  out: string;
  from?: string;
  as?: EndpointName;
}

/** Calls at the same time. The pace of the backend limits the requests. */
const CONCURRENCY = 4;

/** Stop after this many refused pages in a row: more requests make it worse. */
const MAX_BLOCKS = 3;

const COLUMNS = ['target', 'outcome', 'page_type', 'url', 'code', 'message'];

interface Outcome extends Record<string, unknown> {
  target: string;
  outcome: 'recorded' | 'kept' | 'not_found' | 'blocked' | 'failed';
}

interface Recording {
  words: readonly string[];
  /** The pages that the folder has. */
  saved: PageSource;
  /** Saves each page that it returns. */
  pages: PageSource;
  flags: RecordFlags;
  terminal: Terminal;
  add(outcome: Outcome): void;
}

/** Saves the page of every target that the folder does not have, and prints what became of each. @throws BadRequestError without arguments and a file */
export async function record(words: readonly string[], flags: RecordFlags, terminal: Terminal): Promise<ExitCode> {
  if (words.length === 0 && flags.from === undefined)
    throw wrongParameter('target', 'missing. Give pages to record, or a file of them with --from FILE.');
  assertColumns(flags, COLUMNS);
  const saved = savedPages(flags.out);
  const pages = recordPages(flags.out, await namedSource(settingsOf(flags)));
  const outcomes: Outcome[] = [];
  const add = (outcome: Outcome) => {
    outcomes.push(outcome);
    if (terminal.isErrInteractive) terminal.note(`${outcome.outcome.replace('_', ' ')}: ${outcome.target}`);
  };
  try {
    const isStopped = await recordTargets({ words, saved, pages, flags, terminal, add });
    const code = printOutcomes(outcomes, flags, terminal);
    if (isStopped)
      terminal.err(
        `error: stopped after ${MAX_BLOCKS} refused pages in a row. Wait, then run the command again to continue.`,
      );
    return code;
  } catch (error) {
    if (terminal.signal.aborted) printOutcomes(outcomes, flags, terminal);
    throw error;
  }
}

/** Returns whether refused pages stopped it. */
async function recordTargets(recording: Recording): Promise<boolean> {
  const { pages, flags, terminal, add } = recording;
  const writeNote = notesTo(terminal);
  // The last URL of each call: a short link is redirected.
  const urls = new Map<string, string>();
  // The calls that the site refused with a robot check, or with "too many requests".
  const refused = new Set<string | undefined>();
  const onEvent = (event: MarketplaceEvent) => {
    if (event.type === 'blocked') refused.add(event.request_id);
    if (event.type === 'request') urls.set(event.request_id, event.url);
    writeNote(event);
  };
  await using marketplace = await openMarketplace(flags, terminal, { onEvent, pages });
  const options = { concurrency: CONCURRENCY, signal: terminal.signal };
  let blocks = 0;
  for await (const { request, response, error } of batch(marketplace, missingRequests(recording), options)) {
    const { target } = request;
    const url = urls.get(response?.meta.request_id ?? '') ?? target.url;
    blocks = error instanceof MarketplaceError && refused.has(error.requestId) ? blocks + 1 : 0;
    if (error === undefined) {
      const { found, page_type } = response;
      for (const gap of gapsOf(response.meta)) terminal.note(gapNote(gap));
      add({ target: target.name, outcome: found ? 'recorded' : 'not_found', page_type, url });
    } else add({ target: target.name, outcome: blocks > 0 ? 'blocked' : 'failed', url, ...causeOf(error) });
    if (blocks >= MAX_BLOCKS) return true;
  }
  return false;
}

/** The requests for pages that the folder does not have, each once. */
async function* missingRequests({ words, saved, flags, terminal, add }: Recording) {
  const rules = { as: flags.as, isLocal: true, defaults: callDefaults(flags) };
  const known = new Set<string>();
  for await (const { request, invalid } of inputsOf(words, flags.from, rules, terminal)) {
    if (request === undefined) {
      add({ target: invalid.text, outcome: 'failed', ...causeOf(invalid.error) });
      continue;
    }
    const { endpoint, params } = request;
    // The parameters are complete: inputs are validated with their defaults.
    const { url, marketplace, language } = targetPage(endpoint, params as FullParams<typeof endpoint>);
    if (known.has(url)) continue;
    known.add(url);
    const name = String({ ...params }[endpoints[endpoint].subject as keyof typeof params]);
    const target = { name, url, marketplace: marketplace.code, language };
    if (await isSaved(target, saved)) add({ target: name, outcome: 'kept', url });
    else yield { ...request, target };
  }
}

/** Whether the folder has a page, in the same language. A robot check does not count. */
async function isSaved(
  page: Pick<PageRequest, 'url' | 'marketplace' | 'language'>,
  saved: PageSource,
): Promise<boolean> {
  try {
    const request = { ...page, attempt: 1, session: '', signal: new AbortController().signal };
    const { url, status, headers, body, fetchedAt } = await saved(request);
    parsePage(decodeBody(body, headers['content-type']), { url, status, requestedAt: fetchedAt });
    return languageOfUrl(url) === languageOfUrl(page.url);
  } catch (error) {
    // A damaged index is an error; a folder that does not exist yet has no pages.
    const isMissing = (error as { cause?: NodeJS.ErrnoException }).cause?.code === 'ENOENT';
    if (error instanceof MarketplaceError && (isMissing || !(error instanceof BadRequestError))) return false;
    throw error;
  }
}

async function* inputsOf(
  words: readonly string[],
  from: string | undefined,
  rules: InputRules,
  { input, signal }: Terminal,
): AsyncGenerator<Input> {
  for (const [index, word] of words.entries())
    yield inputOf(index + 1, word, () => parsePlainLine(word, rules.as), rules);
  if (from !== undefined) yield* readInputs({ file: from, stdin: input }, undefined, rules, signal);
}

function printOutcomes(outcomes: readonly Outcome[], flags: RecordFlags, terminal: Terminal): ExitCode {
  const form = formOf(flags, terminal);
  const failures = outcomes.filter(({ outcome }) => outcome === 'blocked' || outcome === 'failed');
  // A table lists failures only; the note counts the rest.
  const shown = form === 'table' ? failures : outcomes;
  if (form !== 'table' || shown.length > 0) printShown(shown, COLUMNS, { form, fields: flags.fields }, terminal);
  const groups = Map.groupBy(outcomes, ({ outcome }) => outcome.replace('_', ' '));
  const counts = [...groups].map(([outcome, { length }]) => `${length} ${outcome}`).join(', ');
  terminal.note(`${counts || 'nothing to record'}; the folder is ${flags.out}`);
  return failures.length === 0 ? EXIT.found : EXIT.failure;
}

function causeOf(error: Error): { code: string; message: string } {
  return { code: error instanceof MarketplaceError ? error.code : 'INTERNAL', message: error.message };
}
