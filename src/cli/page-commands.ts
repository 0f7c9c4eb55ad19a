/** Commands on a page in a file: `parse`, `explain`. */
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Command } from 'commander';
import { LANGUAGES, type Language } from '../contract/codes.ts';
import { BadRequestError } from '../contract/errors.ts';
import { parseDocument } from '../html/index.ts';
import { explainPage, type PageContext, parsePage, urlOfPage } from '../pages/index.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { explainHtml } from './explain-html.ts';
import { explainTable } from './explain-table.ts';
import type { Terminal } from './terminal.ts';

interface PageOptions {
  url?: string;
  status?: string;
  requestedAt?: string;
  language?: string;
  json?: boolean;
  html?: string;
}

/** Adds the commands; `finish` takes the exit code. */
export function addPageCommands(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  pageCommand(program, 'parse', 'Read a saved page (.html or .html.gz) and print its data.').action(
    async (file: string, options: PageOptions) => {
      const html = await readPageFile(file);
      const page = parsePage(html, contextOf(html, file, options));
      for (const { landmark, detail } of page.gaps) terminal.err(`gap: ${landmark}: ${detail}`);
      terminal.json(page.found ? page.data : null);
      finish(page.found ? EXIT.found : EXIT.notFound);
    },
  );
  pageCommand(program, 'explain', 'Read a saved page and tell where each value came from.')
    .option('--json', 'print JSON in place of a table')
    .option('--html <out>', "write one HTML page that shows the page's text with the fields marked")
    .action(async (file: string, options: PageOptions) => {
      const html = await readPageFile(file);
      const context = contextOf(html, file, options);
      const page = explainPage(html, context);
      if (options.html !== undefined) {
        await writeFile(options.html, explainHtml(page, parseDocument(html), context.url));
        terminal.err(`written to ${options.html}`);
      } else if (options.json) terminal.json(page);
      else terminal.out(explainTable(page, terminal.columns));
      finish(page.found ? EXIT.found : EXIT.notFound);
    });
}

function pageCommand(program: Command, name: string, summary: string): Command {
  return program
    .command(name)
    .description(summary)
    .argument('<file>', 'the page, compressed when its name ends in .gz')
    .option('--url <url>', "the page's address; without it the page's own canonical link is used")
    .option('--status <code>', 'its HTTP status')
    .option('--requested-at <moment>', 'when it was served, ISO 8601: dates count from then (default now)')
    .option('--language <code>', `the language that was asked for (${LANGUAGES.join('|')})`);
}

async function readPageFile(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    throw new BadRequestError(`file: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`, {
      parameter: 'file',
      cause,
    });
  }
  return (file.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
}

function contextOf(html: string, file: string, options: PageOptions): PageContext {
  const url = options.url ?? urlOfPage(html);
  if (url === undefined) {
    throw new BadRequestError(`url: ${file} does not name its own address; give it with --url`, { parameter: 'url' });
  }
  return {
    url,
    status: statusOf(options.status),
    requestedAt: momentOf(options.requestedAt),
    language: languageOf(options.language),
  };
}

function statusOf(value: string | undefined): number | undefined {
  if (value === undefined || /^[1-5]\d\d$/.test(value)) return value === undefined ? undefined : Number(value);
  throw new BadRequestError(`status: ${JSON.stringify(value)} must be an HTTP status such as 200`, {
    parameter: 'status',
  });
}

function momentOf(value: string | undefined): Date | undefined {
  const moment = value === undefined ? undefined : new Date(value);
  if (moment === undefined || !Number.isNaN(moment.getTime())) return moment;
  throw new BadRequestError(`requested-at: ${JSON.stringify(value)} must be a moment such as 2026-11-20T12:00:00Z`, {
    parameter: 'requested-at',
  });
}

function languageOf(value: string | undefined): Language | undefined {
  const language = LANGUAGES.find((code) => code === value);
  if (value === undefined || language !== undefined) return language;
  throw new BadRequestError(`language: ${JSON.stringify(value)} must be one of ${LANGUAGES.join(', ')}`, {
    parameter: 'language',
  });
}
