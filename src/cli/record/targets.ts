/** What is to be recorded: from arguments and a file, each page once. */
import type { Language, MarketplaceCode } from '../../contract/codes.ts';
import { BadRequestError } from '../../contract/errors.ts';
import type { FullParams } from '../../contract/marketplace.ts';
import { wantedPage } from '../../local/requests.ts';
import { type Input, type InputRules, readInputs } from '../batch/inputs/index.ts';
import { inputOf } from '../batch/inputs/requests.ts';
import { draftOfWord } from '../batch/inputs/words.ts';
import type { RecordFlags } from '../record.ts';
import type { FileRequest } from '../results/result-file.ts';
import type { Terminal } from '../terminal.ts';

/** A page that is wanted. */
export interface Target {
  request: FileRequest;
  /** Its address at the marketplace's site. */
  url: string;
  marketplace: MarketplaceCode;
  language: Language;
}

/** A target, or why something is none. */
export type TargetOrWrong =
  | { target: Target; wrong?: undefined }
  | { target?: undefined; wrong: { text: string; error: BadRequestError } };

/** All targets, as they come. @throws BadRequestError when there is none at all */
export async function* readTargets(
  words: readonly string[],
  { from, as }: RecordFlags,
  rules: Pick<InputRules, 'defaults'>,
  terminal: Terminal,
): AsyncGenerator<TargetOrWrong> {
  if (words.length === 0 && from === undefined) {
    throw new BadRequestError(
      'target: name pages to record, or a file of them with --from FILE (- is standard input)',
      {
        parameter: 'target',
      },
    );
  }
  const all: InputRules = { as, isLocal: true, ...rules };
  const known = new Set<string>();
  for await (const { request, wrong } of inputs(words, from, all, terminal)) {
    if (request === undefined) yield { wrong };
    else {
      const target = targetOf(request);
      if (!known.has(target.url)) yield { target };
      known.add(target.url);
    }
  }
}

async function* inputs(
  words: readonly string[],
  from: string | undefined,
  rules: InputRules,
  terminal: Terminal,
): AsyncGenerator<Input> {
  for (const [index, word] of words.entries()) yield inputOf(index + 1, word, () => draftOfWord(word, rules.as), rules);
  if (from !== undefined)
    yield* readInputs({ file: from, stdin: () => terminal.input() }, undefined, rules, terminal.signal);
}

function targetOf(request: FileRequest): Target {
  const { endpoint, params } = request;
  // The parameters are whole: they have been checked.
  const { url, marketplace, language } = wantedPage(endpoint, params as FullParams<typeof endpoint>);
  return { request, url, marketplace: marketplace.code, language };
}
