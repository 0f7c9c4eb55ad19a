/** The fixtures as inputs of a worker pool. */
import { gzipSync } from 'node:zlib';
import type { PageInput } from '../../../src/local/page-input.ts';
import { detectOrThrow } from '../../../src/pages/index.ts';
import { rows, textOf } from '../../fixtures/fixture.ts';

/** Returns the input of a page. */
export function inputOf(
  body: string | Uint8Array,
  url: string,
  requestedAt = new Date('2026-11-20T12:00:00Z'),
): PageInput {
  return {
    body,
    compression: undefined,
    contentType: undefined,
    requested: detectOrThrow(url),
    context: { url, requestedAt },
  };
}

/** Returns the same input, compressed. */
export function compressed(input: PageInput): PageInput {
  return { ...input, body: new Uint8Array(gzipSync(input.body)), compression: { encoding: 'gzip' } };
}

/** All fixtures. */
export const inputs: readonly PageInput[] = rows.map(({ file, url, fetched_at }) =>
  inputOf(textOf(file), url, new Date(fetched_at)),
);
