/** Splits inputs into arrays. */

/** Returns arrays of at most `size` inputs. Reads the next inputs only when the caller asks for the next array. */
export async function* chunksOf<Input>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  size: number,
): AsyncGenerator<Input[], void, undefined> {
  let chunk: Input[] = [];
  for await (const input of inputs) {
    chunk.push(input);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
