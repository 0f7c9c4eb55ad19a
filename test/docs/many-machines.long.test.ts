import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allBlocks } from '../../checks/docs/blocks.ts';
import { start, until } from '../cli/batch/process.ts';
import { hasRedis, startRedis } from '../redis/server.ts';

/** Arguments that a test adds: no request to a site, no port that is in use. */
const OFFLINE: Readonly<Record<string, readonly string[]>> = {
  enqueue: [],
  worker: ['--fixtures'],
  serve: ['--fixtures', '--port', '0'],
};

describe.skipIf(!hasRedis)('docs/many-machines.md', () => {
  it('has three commands, which work as printed on one Redis', async () => {
    const block = allBlocks().find(
      ({ file, code }) => file === 'docs/many-machines.md' && code.startsWith('npx buybox enqueue'),
    );
    const commands = block?.code.trim().split('\n') ?? [];
    expect(commands.map((command) => command.split(' ')[2])).toEqual(Object.keys(OFFLINE));

    const folder = mkdtempSync(join(tmpdir(), 'buybox-machines-'));
    const redis = await startRedis();
    writeFileSync(join(folder, 'asins.txt'), 'B0LANTERN1\nB0WASSERK1:de\n');
    const programs = commands.map((command) => {
      const [, , name = '', ...args] = command.replace('redis://localhost:6379', redis.url).split(' ');
      const named = args.map((arg) => arg.replace(/^asins\.txt$/, join(folder, 'asins.txt')));
      return start([
        name,
        ...named.map((arg) => arg.replace('ndjson:', `ndjson:${folder}/`)),
        ...(OFFLINE[name] ?? []),
      ]);
    });
    const [enqueue, worker, service] = programs;
    try {
      expect(await enqueue?.exit).toBe(0);
      const results = () =>
        readdirSync(join(folder, 'results')).flatMap((name) =>
          readFileSync(join(folder, 'results', name), 'utf8')
            .trim()
            .split('\n')
            .filter(Boolean),
        );
      await until(() => readdirSync(folder).includes('results') && results().length === 2);
      const asins = results().map((line) => JSON.parse(line).response.data.asin);
      expect(asins.sort()).toEqual(['B0LANTERN1', 'B0WASSERK1']);
      await until(() => service?.err().includes('buybox serves the local backend') === true);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(service?.err() ?? '')?.[0];
      const key = /bb_\S+/.exec(service?.err() ?? '')?.[0];
      const response = await fetch(`${url}/v1/product?asin=B0LANTERN1`, { headers: { 'X-API-Key': `${key}` } });
      expect(response.status).toBe(200);
      for (const running of [worker, service]) {
        running?.child.kill('SIGTERM');
        expect(await running?.exit).toBe(0);
      }
    } finally {
      for (const { child } of programs) child.kill('SIGKILL');
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
