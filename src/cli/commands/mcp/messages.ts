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
  const line = new Line(maxBytes);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      line.add(chunk.subarray(start, end));
      yield line.take();
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  if (line.isTooLong) yield line.take();
}

/** The line that is being read. */
class Line {
  readonly #maxBytes: number;
  readonly #kept = new ByteBuffer();
  /** The start and the last bytes of a line over the limit. */
  #ends: { head: string; tail: Uint8Array } | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isTooLong(): boolean {
    return this.#ends !== undefined;
  }

  add(part: Uint8Array): void {
    if (this.#ends === undefined && this.#kept.size + part.byteLength > this.#maxBytes) {
      const head = Buffer.concat([this.#kept.bytes.subarray(0, SEARCHED), part.subarray(0, SEARCHED)]).toString();
      this.#ends = { head, tail: this.#kept.bytes.slice(-SEARCHED) };
      this.#kept.clear();
    }
    if (this.#ends === undefined) this.#kept.add(part);
    else this.#ends.tail = Buffer.concat([this.#ends.tail, part.subarray(-SEARCHED)]).subarray(-SEARCHED);
  }

  /** Returns the line, and starts the next one. */
  take(): MessageLine {
    const ends = this.#ends;
    this.#ends = undefined;
    if (ends !== undefined) return { isTooLong: true, id: idIn(ends.head, Buffer.from(ends.tail).toString()) };
    const text = new TextDecoder().decode(this.#kept.bytes);
    this.#kept.clear();
    return { text };
  }
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
