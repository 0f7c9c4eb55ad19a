/** The text of results files, compressed or not, also of files that end in the middle. */
import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { isGzip } from './decompress.ts';

/** Returns the text of a file. One that starts like gzip is decompressed as far as it is complete. It can end in the middle of a character. */
export async function* resultText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for await (const chunk of await decompressed(bytes)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function decompressed(bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await chunks.next();
  const all = async function* () {
    for (let next = first; next.done !== true; next = await chunks.next()) yield next.value;
  };
  if (first.done === true || !isGzip(first.value)) return all();
  // With this flush, a file that ends early is not an error. Other errors are thrown where the text is read.
  return pipeline(Readable.from(all()), createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), () => undefined);
}
