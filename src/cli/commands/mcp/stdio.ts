/** The connection of the server to an assistant over standard input and output. A message that is not valid is refused, and the server goes on. */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { isRecord, jsonOf } from '../../../contract/json.ts';
import { safeJson } from '../../../contract/safe-text.ts';
import { type MessageLine, messageLines, type RequestId } from './messages.ts';

/** Codes of errors, as JSON-RPC defines them. `busy` is the server's own. */
const CODES = { parse: -32_700, invalid: -32_600, busy: -32_000 } as const;

/** Most requests that run or wait at once. */
const MOST_REQUESTS = 1_000;
const BUSY = `too many requests at once: expected at most ${MOST_REQUESTS}`;
/** Longest id of a request, in characters. */
const LONGEST_ID = 200;

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
  /** Called when the connection ends. */
  onEnd?: () => void;
}

/** Reads messages, and writes responses. It reads no further while the assistant does not read. */
export class StdioTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** Why the input cannot be read any further. */
  failure: Error | undefined;
  readonly #options: StdioOptions;
  readonly #running = new Set<RequestId>();
  #drained: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    void this.#read();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.input.destroy();
    this.onclose?.();
    this.#options.onEnd?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error('the connection is closed');
    if ('id' in message && message.id !== undefined && !('method' in message)) this.#running.delete(message.id);
    await this.#write(message);
  }

  async #read(): Promise<void> {
    const { input, maxBytes } = this.#options;
    try {
      for await (const line of messageLines(input, maxBytes)) {
        if (this.#isClosed) return;
        this.#accept(line);
        await this.#drained;
      }
    } catch (error) {
      if (!this.#isClosed) this.failure = error instanceof Error ? error : new Error(String(error));
    }
    await this.close();
  }

  /** Passes a message on, or refuses it. */
  #accept(line: MessageLine): void {
    const { message, refused } = this.#check(line);
    if (message !== undefined) this.onmessage?.(message);
    if (refused === undefined) return;
    this.onerror?.(new Error(`${refused.why}. It was refused.`));
    const { id, code, why } = refused;
    void this.#write({ jsonrpc: '2.0', id, error: { code, message: `${why}.` } });
  }

  #check(line: MessageLine): { message?: JSONRPCMessage; refused?: Refusal } {
    if (line.isTooLong) {
      const why = `the message has more than ${this.#options.maxBytes} bytes (maxBytes)`;
      return { refused: { id: line.id, code: CODES.invalid, why } };
    }
    if (line.text.trim() === '') return {};
    const value = jsonOf(line.text);
    if (value === undefined)
      return { refused: { id: null, code: CODES.parse, why: 'the message is not valid JSON, or nested too deep' } };
    const why = problemOf(value);
    if (why !== undefined) return { refused: { id: idOf(value) ?? null, code: CODES.invalid, why } };
    const message = value as JSONRPCMessage & { id?: RequestId; method?: string };
    return this.#admits(message) ? { message } : { refused: { id: message.id ?? null, code: CODES.busy, why: BUSY } };
  }

  /** Counts a request. Returns whether it may run. */
  #admits({ id, method, params }: { id?: RequestId; method?: string; params?: unknown }): boolean {
    const cancelled = method === 'notifications/cancelled' && isRecord(params) ? params.requestId : undefined;
    this.#running.delete(cancelled as RequestId);
    if (id === undefined || method === undefined) return true;
    if (this.#running.size >= MOST_REQUESTS) return false;
    this.#running.add(id);
    return true;
  }

  /** A client that shows its log must not print what a page wrote. */
  #write(message: object): Promise<void> {
    const { output } = this.#options;
    if (output.write(`${safeJson(JSON.stringify(message))}\n`)) return Promise.resolve();
    this.#drained ??= new Promise((resolve) => {
      const end = () => {
        output.off('drain', end).off('close', end);
        this.#drained = undefined;
        resolve();
      };
      output.on('drain', end).on('close', end);
    });
    return this.#drained;
  }
}

/** Says why a value is not a message of the protocol. */
function problemOf(message: unknown): string | undefined {
  if (Array.isArray(message)) return 'the message is a batch: expected one message per line';
  if (!isRecord(message) || message.jsonrpc !== '2.0') return 'the message is not JSON-RPC 2.0';
  if ('id' in message && idOf(message) === undefined)
    return `the id of the message is not valid: expected a whole number, or a string of at most ${LONGEST_ID} characters`;
  const isCall = typeof message.method === 'string' && (message.params === undefined || isRecord(message.params));
  const isResponse =
    message.method === undefined && 'id' in message && (isRecord(message.result) || isRecord(message.error));
  return isCall || isResponse ? undefined : 'the message is not a valid request, notification or response';
}

function idOf(message: unknown): RequestId | undefined {
  if (!isRecord(message)) return undefined;
  const { id } = message;
  if (typeof id === 'string') return id.length <= LONGEST_ID ? id : undefined;
  return Number.isSafeInteger(id) ? (id as number) : undefined;
}
