/** Inputs out of NDJSON: requests, bare parameters, and what `buybox batch` itself writes. */
import type { EndpointName } from '../../../contract/endpoints.ts';
import { BadRequestError } from '../../../contract/errors.ts';
import { linesOf } from '../../files.ts';
import { isRecord } from '../../output/rows.ts';
import { draftOfFields } from './fields.ts';
import type { Draft, Input, InputRules } from './input.ts';
import { inputOf } from './requests.ts';
import { draftOfWord, shown } from './words.ts';

/** The inputs of NDJSON, a line at a time. */
export async function* ndjsonInputs(chunks: AsyncIterable<string>, rules: InputRules): AsyncGenerator<Input, void> {
  let line = 0;
  for await (const { text } of linesOf(chunks)) {
    line++;
    const json = text.trim();
    if (json !== '') yield inputOf(line, json, () => draftOfValue(jsonOf(json), rules.as), rules);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BadRequestError(`${shown(text)} is no JSON`, { parameter: 'file', cause });
  }
}

function draftOfValue(value: unknown, as: EndpointName | undefined): Draft {
  if (typeof value === 'string') return draftOfWord(value.trim(), as);
  if (!isRecord(value)) {
    throw new BadRequestError(`${shown(JSON.stringify(value))} is no object such as {"asin": "B08N5WRWNW"}`, {
      parameter: 'file',
    });
  }
  if (isRecord(value.request)) return draftOfValue(value.request, as);
  // A line that was wrong in an earlier run.
  if (typeof value.input === 'string' && isRecord(value.error)) return draftOfWord(value.input.trim(), as);
  const { endpoint, params, ...own } = value;
  if (params === undefined) return draftOfFields(value, as);
  if (!isRecord(params)) throw new BadRequestError('params: must be an object', { parameter: 'params' });
  return { endpoint: endpoint ?? draftOfFields(params, as).endpoint, params, own };
}
