/**
 * The connection of the server to an assistant over standard input and output: the transport of the SDK, between two streams. The first passes on
 * valid messages only. The SDK's own limit would end the connection at a large message, and it drops a message that is not valid without an answer.
 */
import { once } from 'node:events';
import { Readable, Transform, type Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { isRecord, jsonOf } from '../../../contract/json.ts';
import { safeJson } from '../../../contract/safe-text.ts';
import { ByteBuffer } from '../../../http/byte-limit.ts';

/** The part of the SDK that is used. */
export type StdioSdk = Pick<typeof import('@modelcontextprotocol/server'), 'parseJSONRPCMessage'> &
  Pick<typeof import('@modelcontextprotocol/server/stdio'), 'StdioServerTransport'>;

/** The id of a request. */
type RequestId = string | number;

/** Codes of errors, as JSON-RPC defines them. `busy` is the server's own. */
const CODES = { parse: -32_700, invalid: -32_600, busy: -32_000 } as const;

/** Most requests that run or wait at once. */
const MOST_REQUESTS = 1_000;
const BUSY = `too many requests at once: expected at most ${MOST_REQUESTS}`;
/** Longest id of a request, in characters. */
const LONGEST_ID = 200;
const WRONG_ID = `the id of the message is not valid: expected a whole number, or a string of at most ${LONGEST_ID} characters`;

/** Why a message is refused. */
interface Refusal {
  /** `null` if it is not known. */
  id: RequestId | null;
  code: number;
  why: string;
}

/** The streams, and the largest size of a message [bytes]. */
export interface StdioOptions {
  input: Readable;
  output: Writable;
  maxBytes: number;
  /** Called for each message that is refused. */
  onRefused: (error: Error) => void;
  /** Called when the input has ended and all requests are answered, or with the error that the input failed with. */
  onEnd?: (failure?: Error) => void;
}

/** Returns the transport. It reads no further while the assistant does not read. */
export function stdioTransport(
  { StdioServerTransport, parseJSONRPCMessage }: StdioSdk,
  { input, output, maxBytes, onRefused, onEnd = () => undefined }: StdioOptions,
): Transport {
  const running = new Set<RequestId>();
  let answerLast: (() => void) | undefined;
  // A client that shows its log must not print what a page wrote.
  const safe = new Transform({
    writableHighWaterMark: 1,
    readableHighWaterMark: 1,
    transform: (chunk, _, done) => done(null, safeJson(String(chunk))),
  });
  safe.setMaxListeners(0).pipe(output);
  async function* messages(): AsyncGenerator<Buffer, void> {
    try {
      for await (const line of messageLines(input, maxBytes)) {
        const refused =
          line === undefined
            ? { id: null, code: CODES.invalid, why: `the message has more than ${maxBytes} bytes (maxBytes)` }
            : refusalOf(line, running, parseJSONRPCMessage);
        if (refused !== undefined) {
          const { id, code, why } = refused;
          onRefused(new Error(`${why}. It was refused.`));
          safe.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: `${why}.` } })}\n`);
        } else yield Buffer.from(`${line}\n`);
        if (safe.writableNeedDrain) await once(safe, 'drain');
      }
      // The SDK ends the calls that run when its input ends. They are paid for, and are answered first.
      if (running.size > 0) await new Promise<void>((resolve) => (answerLast = resolve));
      onEnd();
    } catch (error) {
      onEnd(error instanceof Error ? error : new Error(String(error)));
    }
  }
  const transport = new StdioServerTransport(Readable.from(messages(), { highWaterMark: 1 }), safe, {
    // A byte that is not UTF-8 becomes a character of three.
    maxBufferSize: 3 * maxBytes + 1,
  });
  const send = transport.send.bind(transport);
  transport.send = async (message: JSONRPCMessage) => {
    if ('id' in message && message.id !== undefined && !('method' in message)) running.delete(message.id);
    await send(message);
    if (running.size === 0) answerLast?.();
  };
  return transport;
}

/** Yields the lines of the input; `undefined` for one that is longer than `maxBytes`, which is skipped. */
export async function* messageLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string | undefined, void> {
  const kept = new ByteBuffer();
  let isTooLong = false;
  const add = (part: Uint8Array) => {
    isTooLong ||= kept.size + part.byteLength > maxBytes;
    if (isTooLong) kept.clear();
    else kept.add(part);
  };
  const take = () => {
    const line = isTooLong ? undefined : new TextDecoder().decode(kept.bytes);
    isTooLong = false;
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
  if (isTooLong) yield undefined;
}

const LINE_FEED = 0x0a;

/** Says why a line is refused; `undefined` for a message that may pass. Counts it if it is a request. */
function refusalOf(line: string, running: Set<RequestId>, parse: StdioSdk['parseJSONRPCMessage']): Refusal | undefined {
  if (line.trim() === '') return undefined;
  const value = jsonOf(line);
  if (value === undefined)
    return { id: null, code: CODES.parse, why: 'the message is not valid JSON, or nested too deep' };
  if (isRecord(value) && 'id' in value && idOf(value) === undefined)
    return { id: null, code: CODES.invalid, why: WRONG_ID };
  try {
    // The SDK would drop it without an answer.
    parse(value);
  } catch {
    const why = 'the message is not a valid request, notification or response of JSON-RPC 2.0';
    return { id: idOf(value) ?? null, code: CODES.invalid, why };
  }
  const { id, method, params } = value as { id?: RequestId; method?: string; params?: unknown };
  if (method === 'notifications/cancelled' && isRecord(params)) running.delete(params.requestId as RequestId);
  if (id === undefined || method === undefined) return undefined;
  if (running.size >= MOST_REQUESTS) return { id, code: CODES.busy, why: BUSY };
  running.add(id);
  return undefined;
}

function idOf(message: unknown): RequestId | undefined {
  if (!isRecord(message)) return undefined;
  const { id } = message;
  if (typeof id === 'string') return id.length <= LONGEST_ID ? id : undefined;
  return Number.isSafeInteger(id) ? (id as number) : undefined;
}
