/** What `buybox record` does. */
import type { MarketplaceEvent } from '../../call/events.ts';
import { BlockedError, MarketplaceError } from '../../contract/errors.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { batch } from '../../paging/index.ts';
import { callDefaults, openMarketplace } from '../backend.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { notesTo } from '../notes.ts';
import { formOf } from '../output/form.ts';
import { printShown } from '../output/print.ts';
import { pagesOf } from '../page-sources.ts';
import type { RecordFlags } from '../record.ts';
import type { Terminal } from '../terminal.ts';
import { Shelf } from './shelf.ts';
import { readTargets, type Target } from './targets.ts';

/** Calls at once; how fast a site is asked is the pace's affair. */
const CONCURRENCY = 4;
/** So many checks for robots one after the other: more requests would only make it worse. */
const BLOCKS_IN_A_ROW = 3;

const COLUMNS = ['target', 'outcome', 'page_type', 'url', 'code', 'message'];

/** What became of a target. */
interface Outcome extends Record<string, unknown> {
  target: string;
  outcome: 'recorded' | 'kept' | 'not_found' | 'blocked' | 'failed';
}

/** Records pages; those that the folder has are not fetched again. */
export async function record(words: readonly string[], flags: RecordFlags, terminal: Terminal): Promise<ExitCode> {
  const shelf = new Shelf(flags.out, await pagesOf(flags));
  const run = new Recording(shelf, flags, terminal);
  try {
    await run.run(words);
  } catch (error) {
    // What was recorded until then is there.
    if (terminal.signal.aborted) run.report();
    throw error;
  }
  return run.report();
}

class Recording {
  readonly #shelf: Shelf;
  readonly #flags: RecordFlags;
  readonly #terminal: Terminal;
  readonly #outcomes: Outcome[] = [];
  /** The address that each call asked for last: a short link leads to another one. */
  readonly #addresses = new Map<string, string>();
  #blocksInARow = 0;

  constructor(shelf: Shelf, flags: RecordFlags, terminal: Terminal) {
    this.#shelf = shelf;
    this.#flags = flags;
    this.#terminal = terminal;
  }

  async run(words: readonly string[]): Promise<void> {
    const { pages } = this.#shelf;
    const { folder, via, pages: _pages, record: _record, configured, ...flags } = this.#flags;
    const opened = {
      ...flags,
      backend: 'local',
      configured: { ...configured, pages, folder: undefined, via: undefined },
    };
    const notes = notesTo(this.#terminal);
    const onEvent = (event: MarketplaceEvent) => {
      if (event.type === 'request') this.#addresses.set(event.request_id, event.url);
      notes(event);
    };
    await using marketplace = await openMarketplace(opened, this.#terminal, { onEvent });
    const requests = this.#missing(words);
    const { signal } = this.#terminal;
    for await (const { request, response, error } of batch(marketplace, requests, {
      concurrency: CONCURRENCY,
      signal,
    })) {
      if (error === undefined) await this.#answered(request.target, response);
      else this.#failed(request.target, error);
      if (this.#blocksInARow >= BLOCKS_IN_A_ROW) break;
    }
  }

  /** Prints what became of all targets; resolves to the exit code. */
  report(): ExitCode {
    const { fields } = this.#flags;
    const form = formOf(this.#flags, this.#terminal);
    const failures = this.#outcomes.filter(({ outcome }) => outcome === 'blocked' || outcome === 'failed');
    // A person reads what went wrong; the rest is in the count.
    const shown = form === 'table' ? failures : this.#outcomes;
    if (form !== 'table' || shown.length > 0) printShown(shown, COLUMNS, { form, fields }, this.#terminal);
    const counts = Map.groupBy(this.#outcomes, ({ outcome }) => outcome.replace('_', ' '));
    const told = [...counts].map(([outcome, { length }]) => `${length} ${outcome}`).join(', ');
    this.#terminal.note(`${told || 'nothing to record'}; the folder is ${this.#flags.out}`);
    if (this.#blocksInARow >= BLOCKS_IN_A_ROW)
      this.#terminal.err(
        `error: ${BLOCKS_IN_A_ROW} checks for robots in a row: stopped; wait, and run the same command again to go on`,
      );
    return failures.length === 0 ? EXIT.found : EXIT.failure;
  }

  /** Requests of the targets that the folder does not have. */
  async *#missing(words: readonly string[]) {
    const defaults = callDefaults(this.#flags);
    for await (const { target, wrong } of readTargets(words, this.#flags, { defaults }, this.#terminal)) {
      if (wrong !== undefined) this.#add({ target: wrong.text, outcome: 'failed', ...told(wrong.error) });
      else if (await this.#shelf.has(target)) {
        this.#add({ target: nameOf(target), outcome: 'kept', url: target.url });
      } else yield { ...target.request, target };
    }
  }

  async #answered(target: Target, { found, page_type, meta }: AnyEnvelope): Promise<void> {
    const url = this.#addresses.get(meta.request_id) ?? target.url;
    await this.#shelf.keep({ ...target, url });
    this.#blocksInARow = 0;
    this.#add({ target: nameOf(target), outcome: found ? 'recorded' : 'not_found', page_type, url });
  }

  #failed(target: Target, error: Error): void {
    this.#shelf.drop(target.url);
    const isBlocked = error instanceof BlockedError;
    this.#blocksInARow = isBlocked ? this.#blocksInARow + 1 : 0;
    this.#add({ target: nameOf(target), outcome: isBlocked ? 'blocked' : 'failed', url: target.url, ...told(error) });
  }

  #add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
    if (this.#terminal.isErrInteractive) this.#terminal.note(`${outcome.outcome.replace('_', ' ')}: ${outcome.target}`);
  }
}

/** A target by what its call is about. */
function nameOf({ request }: Target): string {
  const [subject] = Object.values(request.params);
  return String(subject);
}

function told(error: Error): { code: string; message: string } {
  return { code: error instanceof MarketplaceError ? error.code : 'INTERNAL', message: error.message };
}
