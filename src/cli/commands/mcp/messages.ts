/** Splits the input of the server into messages, one per line, up to a size limit. */
import { ByteBuffer } from '../../../http/byte-limit.ts';

/** The id of a request. */
export type RequestId = string | number;

/** A line of the input: a message, or what is known of a line over the limit. */
export type MessageLine = { text: string; isTooLong?: false } | { isTooLong: true; id: RequestId | null };

const LINE_FEED = 0x0a;
/** How many bytes of the start and of the end of a line over the limit are searched for its id. */
const SEARCHED = 400;

/** Returns the lines of the input. Of a line that is longer than `maxBytes`, only its id is read, and the rest is skipped. */
export async function* messageLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<MessageLine, void> {
  /** The line, or only the end of one over the limit. */
  const kept = new ByteBuffer();
  /** The start of a line over the limit. */
  let head: string | undefined;
  const add = (part: Uint8Array) => {
    if (head === undefined && kept.size + part.byteLength > maxBytes)
      head = Buffer.concat([kept.bytes.subarray(0, SEARCHED), part.subarray(0, SEARCHED)]).toString();
    if (head === undefined) return kept.add(part);
    const tail = Buffer.concat([kept.bytes.subarray(-SEARCHED), part.subarray(-SEARCHED)]).subarray(-SEARCHED);
    kept.clear();
    kept.add(tail);
  };
  const take = (): MessageLine => {
    const text = new TextDecoder().decode(kept.bytes);
    const line = head === undefined ? { text } : { isTooLong: true as const, id: idIn(head, text) };
    head = undefined;
    kept.clear();
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (head !== undefined) yield take();
}

const ID = String.raw`"id"\s{0,9}:\s{0,9}(-?\d{1,16}|"[^"\\]{1,200}")`;
/** Clients write the id first, after the version, or last. At other places it can be that of a nested object. */
const FIRST_ID = new RegExp(
  String.raw`^\s{0,9}\{\s{0,9}(?:"jsonrpc"\s{0,9}:\s{0,9}"2\.0"\s{0,9},\s{0,9})?${ID}\s{0,9},`,
);
const LAST_ID = new RegExp(String.raw`,\s{0,9}${ID}\s{0,9}\}\s{0,9}$`);

function idIn(head: string, tail: string): RequestId | null {
  const [, id] = FIRST_ID.exec(head) ?? LAST_ID.exec(tail) ?? [];
  return id === undefined ? null : (JSON.parse(id) as RequestId);
}
