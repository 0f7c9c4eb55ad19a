import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { McpServer, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMcpServer, toolsOf } from '../../src/cli/commands/mcp/run.ts';
import { messageLines, stdioTransport } from '../../src/cli/commands/mcp/stdio.ts';
import { failureOf } from '../../src/cli/commands/mcp/tool-call.ts';
import { createMarketplace } from '../../src/entries/index.ts';
import { fixturePages } from '../../src/entries/testing.ts';
import { CALL, HELLO } from '../cli/mcp-client.ts';

const MAX = 10_000;

interface Answer {
  id: unknown;
  result?: object;
  error?: { code: number; message: string };
}

const stdio = { StdioServerTransport, parseJSONRPCMessage };

/** Starts the server on streams. */
function started() {
  const input = new PassThrough({ highWaterMark: 1_000_000 });
  const output = new PassThrough({ highWaterMark: 1_000_000 });
  const marketplace = createMarketplace({ backend: 'local', pages: fixturePages(), retries: 0 });
  const notes: string[] = [];
  const failures: (Error | undefined)[] = [];
  const onRefused = ({ message }: Error) => void notes.push(message);
  const onEnd = (failure?: Error) => void failures.push(failure);
  const transport = stdioTransport(stdio, { input, output, maxBytes: MAX, onRefused, onEnd });
  const tools = toolsOf(marketplace);
  const connection = serveStdio(() => createMcpServer({ McpServer }, tools, (error) => failureOf(error, [])), {
    transport,
    onerror: onRefused,
  });
  onTestFinished(async () => {
    await connection.close();
    await marketplace.close();
  });
  const answers: Answer[] = [];
  output.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trimEnd().split('\n')) answers.push(JSON.parse(line));
  });
  const send = (message: unknown) =>
    void input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  return { input, transport, notes, failures, answers, send };
}

const list = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
const INVALID = 'the message is not a valid request, notification or response of JSON-RPC 2.0.';
const padding = 'x'.repeat(MAX);

describe('the MCP server', () => {
  it.each<[string, unknown, Answer]>([
    [
      'over the limit',
      `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"x":"${padding}"}}`,
      { id: null, error: { code: -32600, message: 'the message has more than 10000 bytes (maxBytes).' } },
    ],
    [
      'that is not JSON',
      '{"jsonrpc":',
      { id: null, error: { code: -32700, message: 'the message is not valid JSON, or nested too deep.' } },
    ],
    [
      'that is nested deep',
      `{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"a":${'['.repeat(199)}${']'.repeat(199)}}}`,
      { id: null, error: { code: -32700, message: 'the message is not valid JSON, or nested too deep.' } },
    ],
    ['that is a batch', [list(3)], { id: null, error: { code: -32600, message: INVALID } }],
    ['that is a number', 5, { id: null, error: { code: -32600, message: INVALID } }],
    ['of another version', { ...list(8), jsonrpc: '1.0' }, { id: 8, error: { code: -32600, message: INVALID } }],
    [
      'with a method that is not a string',
      { ...list(9), method: { a: 1 } },
      { id: 9, error: { code: -32600, message: INVALID } },
    ],
    [
      'with parameters that are a list',
      { ...list(9), params: [] },
      { id: 9, error: { code: -32600, message: INVALID } },
    ],
    ...['x'.repeat(201), 1.5, 1e300, null, {}, true].map((id): [string, unknown, Answer] => [
      `whose id is ${JSON.stringify(id).slice(0, 20)}`,
      list(id),
      {
        id: null,
        error: {
          code: -32600,
          message:
            'the id of the message is not valid: expected a whole number, or a string of at most 200 characters.',
        },
      },
    ]),
  ])('refuses a message %s, and answers the next one', async (_, message, expected) => {
    const { send, answers, notes } = started();
    send(HELLO);
    await expect.poll(() => answers.length).toBe(1);
    send(message);
    send(list(99));
    await expect.poll(() => answers.length).toBe(3);
    expect(answers[1]).toEqual({ jsonrpc: '2.0', ...expected });
    expect(answers[2]).toMatchObject({ id: 99, result: { tools: expect.any(Array) } });
    expect(notes).toEqual([expect.stringContaining('It was refused.')]);
  });

  it.each([
    ['an unknown method', { ...list(5), method: 'no/such' }],
    ['an unknown tool', { ...CALL, id: 5, params: { name: 'x'.repeat(200), arguments: {} } }],
    ['a tool call without a name', { ...CALL, id: 5, params: {} }],
    ['arguments that are a list', { ...CALL, id: 5, params: { name: 'product', arguments: [] } }],
    [
      '__proto__',
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"product","arguments":{"__proto__":{"asin":"B0LANTERN1"}}}}',
    ],
  ])('survives %s', async (_, message) => {
    const { send, answers } = started();
    for (const one of [HELLO, message, list(99)]) send(one);
    await expect.poll(() => answers.map(({ id }) => id).sort()).toEqual([1, 5, 99]);
    expect(JSON.stringify(answers).length).toBeLessThan(300_000);
  });

  it('answers a repeated id each time', async () => {
    const { send, answers } = started();
    for (const one of [HELLO, list(5), list(5)]) send(one);
    await expect.poll(() => answers.map(({ id }) => id)).toEqual([1, 5, 5]);
  });

  it.each([
    { ...list(7), x: 1 },
    { ...list(7), params: { _meta: 5 } },
  ])('answers a request that the SDK would drop: %o', async (request) => {
    const { send, answers } = started();
    for (const one of [HELLO, request, list(8)]) send(one);
    await expect.poll(() => answers.map(({ id }) => id).sort()).toEqual([1, 7, 8]);
    expect(answers.find(({ id }) => id === 7)?.error).toMatchObject({ code: -32_600 });
  });

  it('refuses more than a thousand requests at once', async () => {
    const input = new PassThrough();
    const output = new PassThrough({ highWaterMark: 10_000_000 });
    const transport = stdioTransport(stdio, { input, output, maxBytes: MAX, onRefused: () => undefined });
    const received: unknown[] = [];
    transport.onmessage = (message) => void received.push(message);
    await transport.start();
    for (let id = 0; id <= 1_000; id++) input.write(`${JSON.stringify(list(id))}\n`);
    const [chunk] = await once(output, 'data');
    expect(JSON.parse(String(chunk))).toEqual({
      jsonrpc: '2.0',
      id: 1_000,
      error: { code: -32000, message: 'too many requests at once: expected at most 1000.' },
    });
    expect(received).toHaveLength(1_000);
    // A response and a cancellation make room.
    await transport.send({ jsonrpc: '2.0', id: 3, result: {} });
    input.write(`${JSON.stringify(list(2_000))}\n`);
    await expect.poll(() => received.length).toBe(1_001);
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 4 } };
    input.write(`${JSON.stringify(cancelled)}\n${JSON.stringify(list(2_001))}\n`);
    await expect.poll(() => received.length).toBe(1_003);
    await transport.close();
  });

  it('reads no further while nobody reads its responses', async () => {
    const input = new PassThrough();
    const waiting: (() => void)[] = [];
    const output = new Writable({ highWaterMark: 1, write: (_, __, done) => void waiting.push(done) });
    const transport = stdioTransport(stdio, { input, output, maxBytes: MAX, onRefused: () => undefined });
    let received = 0;
    transport.onmessage = () => void received++;
    await transport.start();
    for (let id = 0; id < 1_000; id++) input.write(`not JSON\n${JSON.stringify(list(id))}\n`);
    await expect.poll(() => waiting.length).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    const [before] = [received];
    expect(before).toBeLessThan(5);
    waiting.shift()?.();
    await expect.poll(() => received).toBeGreaterThan(before);
    expect(received).toBeLessThan(10);
    await transport.close();
  });

  it('ends when its input fails, and says why', async () => {
    const { input, transport, failures } = started();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
    input.destroy(new Error('EIO'));
    await ended;
    expect(failures).toMatchObject([{ message: 'EIO' }]);
  });
});

describe('messageLines', () => {
  it('keeps little of a line that never ends, and finds the next message', async () => {
    const chunks = async function* () {
      yield Buffer.from('{"a":1}\n{"jsonrpc":"2.0","id":5,');
      for (let sent = 0; sent < 2_000; sent++) yield Buffer.alloc(65_536, 'x');
      yield Buffer.from('\n{"b":2}\n');
    };
    const before = process.memoryUsage().arrayBuffers;
    const lines = [];
    for await (const line of messageLines(chunks(), 100_000)) lines.push(line);
    expect(lines).toEqual(['{"a":1}', undefined, '{"b":2}']);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  });

  it('reads a message of exactly the limit', async () => {
    const read = async (text: string, maxBytes: number) => {
      const lines = [];
      for await (const line of messageLines(
        (async function* () {
          for (const byte of Buffer.from(text)) yield Buffer.from([byte]);
        })(),
        maxBytes,
      ))
        lines.push(line);
      return lines;
    };
    expect(await read('"ab"\n"ü"\n', 4)).toEqual(['"ab"', '"ü"']);
    expect(await read('"ab"\n"cde"\n"fg"\n', 4)).toEqual(['"ab"', undefined, '"fg"']);
    expect(await read('"abc', 3)).toEqual([undefined]);
  });
});
