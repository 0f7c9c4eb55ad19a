import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asin, asins, asinsOf, Folder, type Market, openMarket } from './market.ts';
import { start, until } from './process.ts';

let folder: Folder;
let market: Market;
let delayMs: number;

beforeEach(async () => {
  folder = new Folder();
  delayMs = 0;
  market = await openMarket(() => delayMs);
});
afterEach(async () => {
  folder[Symbol.dispose]();
  await market[Symbol.asyncDispose]();
});

/** A file of so many ASINs. */
function fileOf(count: number): string {
  return folder.write('asins.txt', asins(count).join('\n'));
}

describe('a batch in a process of its own', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('takes no more inputs after %s, and keeps results that are paid for', async (signal, exit) => {
    delayMs = 300;
    const file = fileOf(200);
    const line = ['batch', file, ...market.flags, '--out', folder.at('r.ndjson'), '--concurrency', '3'];
    const program = start(line);
    await until(() => market.asked() >= 6);
    program.child.kill(signal);
    expect(await program.exit).toBe(exit);
    expect(folder.lines('r.ndjson')).toHaveLength(market.asked());
    expect(program.err()).toMatch(/stopping: waiting for running calls/);
    expect(program.err()).toMatch(/\nsome inputs were not called\nrun the same command with --resume to continue/);
    fileOf(8);
    expect(await start([...line, '--resume']).exit).toBe(0);
    expect(asins(8).map((asin) => market.asked(asin))).toEqual(asins(8).map(() => 1));
  });

  it('ends at once after a second interrupt', async () => {
    // Longer than the test may take.
    delayMs = 1_800_000;
    const calls = [...market.flags, '--timeout', '30m'];
    const program = start(['batch', fileOf(20), ...calls, '--out', folder.at('r.ndjson')]);
    await until(() => market.asked() >= 10);
    program.child.kill('SIGINT');
    await until(() => program.err().includes('stopping'));
    program.child.kill('SIGINT');
    expect(await program.exit).toBe(130);
  });

  it('ends while it waits for standard input', async () => {
    const program = start(['batch', '-', ...market.flags, '--out', folder.at('r.ndjson')]);
    program.child.stdin?.write(`${asin(1)}\n`);
    await until(() => folder.lines('r.ndjson').length === 1);
    program.child.kill('SIGINT');
    expect(await program.exit).toBe(130);
    expect(program.err()).toMatch(/\nfound {8}1\n/);
  });

  it('exits with 0 when the reader of its output closes it', async () => {
    delayMs = 20;
    const program = start(['batch', fileOf(2_000), ...market.flags, '--concurrency', '2']);
    await until(() => program.out().includes('\n'));
    program.child.stdout?.destroy();
    expect(await program.exit).toBe(0);
    expect(program.err()).toBe('');
    expect(market.asked()).toBeLessThan(1_000);
  });

  it('calls no faster than its results are read', async () => {
    const program = start(['batch', fileOf(1_000), ...market.flags, '--concurrency', '4']);
    program.child.stdout?.pause();
    await until(() => market.asked() > 20);
    // The pipe fills up, and then the calls stop.
    for (let before = 0; before < market.asked(); await sleep(2_000)) before = market.asked();
    expect(market.asked()).toBeLessThan(500);
    program.child.stdout?.resume();
    expect(await program.exit).toBe(0);
    expect(program.out().split('\n')).toHaveLength(1_001);
  });

  it('reports that standard output is full', async () => {
    const program = start(['batch', fileOf(1), ...market.flags], { stdout: '/dev/full' });
    expect(await program.exit).toBe(1);
    expect(program.err()).toMatch(/^error: standard output cannot be written \(ENOSPC\)$/m);
  });

  it('can be redirected to a file', async () => {
    const program = start(['batch', fileOf(3), ...market.flags], { stdout: folder.at('r.ndjson') });
    expect(await program.exit).toBe(0);
    expect(asinsOf(folder.lines('r.ndjson')).sort()).toEqual(asins(3));
  });
});
