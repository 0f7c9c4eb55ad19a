/** The pages to record, from arguments and a file, each once. */

import type { Language, MarketplaceCode } from '../../../contract/codes.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { BadRequestError } from '../../../contract/errors.ts';
import type { FullParams } from '../../../contract/marketplace.ts';
import { parsePlainLine } from '../../../inputs/plain-line.ts';
import { readInputs } from '../../../inputs/read.ts';
import { type Input, type InputRules, inputOf } from '../../../inputs/requests.ts';
import { targetPage } from '../../../local/requests.ts';
import type { FileRequest } from '../../../paging/result-line.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** A page to record. */
export interface Target {
  request: FileRequest;
  url: string;
  marketplace: MarketplaceCode;
  language: Language;
}

/** A target, or an input that is not valid. */
export type TargetOrWrong =
  | { target: Target; wrong?: undefined }
  | { target?: undefined; wrong: { text: string; error: BadRequestError } };

/** Yields all targets in order. @throws BadRequestError when there are no arguments and no file */
export async function* readTargets(
  words: readonly string[],
  { from, as }: { from?: string; as?: EndpointName },
  { defaults }: Pick<InputRules, 'defaults'>,
  terminal: Terminal,
): AsyncGenerator<TargetOrWrong> {
  if (words.length === 0 && from === undefined) {
    throw new BadRequestError('target: missing. Give pages to record, or a file of them with --from FILE.', {
      parameter: 'target',
    });
  }
  const known = new Set<string>();
  for await (const { request, invalid } of inputs(words, from, { as, isLocal: true, defaults }, terminal)) {
    if (request === undefined) yield { wrong: invalid };
    else {
      const { endpoint, params } = request;
      // The parameters are complete: inputs are validated with their defaults.
      const { url, marketplace, language } = targetPage(endpoint, params as FullParams<typeof endpoint>);
      if (!known.has(url)) yield { target: { request, url, marketplace: marketplace.code, language } };
      known.add(url);
    }
  }
}

async function* inputs(
  words: readonly string[],
  from: string | undefined,
  rules: InputRules,
  terminal: Terminal,
): AsyncGenerator<Input> {
  for (const [index, word] of words.entries())
    yield inputOf(index + 1, word, () => parsePlainLine(word, rules.as), rules);
  if (from !== undefined)
    yield* readInputs({ file: from, stdin: () => terminal.input() }, undefined, rules, terminal.signal);
}
