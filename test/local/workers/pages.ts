/** The fixtures as what a pool of threads is given. */
import { gzipSync } from 'node:zlib';
import type { PageInput } from '../../../src/local/page-input.ts';
import { addressOf } from '../../../src/pages/index.ts';
import { rows, textOf } from '../../fixtures/fixture.ts';

/** A page with its address. */
export function inputOf(
  body: string | Uint8Array,
  url: string,
  requestedAt = new Date('2026-11-20T12:00:00Z'),
): PageInput {
  return {
    body,
    compression: undefined,
    contentType: undefined,
    address: addressOf(url),
    context: { url, requestedAt },
  };
}

/** The same, compressed. */
export function compressed(input: PageInput): PageInput {
  return { ...input, body: new Uint8Array(gzipSync(input.body)), compression: { encoding: 'gzip' } };
}

/** All fixtures. */
export const inputs: readonly PageInput[] = rows.map(({ file, url, fetched_at }) =>
  inputOf(textOf(file), url, new Date(fetched_at)),
);
