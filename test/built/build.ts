/**
 * Builds the programs that tests start: in child processes and worker threads, they run as JavaScript. Node would remove the types of each source file
 * again in every process and thread. That is slow, and V8 sometimes crashes when it ends a thread that does it (it runs WebAssembly).
 */
import { readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { NAMES_WORKER_FILE, withWorkerFile } from '../../scripts/worker-file.ts';

const root = join(import.meta.dirname, '../..');
/** The programs have the fixtures and `package.json` in the parent of their folder, as `dist/` has. */
const PREFIX = '.test-build-';

const ENTRIES = [
  'src/cli.ts',
  'src/index.ts',
  'src/local.ts',
  'src/parse.ts',
  'src/queue.ts',
  'src/redis.ts',
  'src/remote.ts',
  'src/service.ts',
  'src/testing.ts',
  'src/local/workers/page-worker.ts',
  'test/local/workers/hostile-worker.ts',
  'test/local/workers/broken-worker.ts',
  'test/examples/loopback-only.ts',
  'test/queue/many-machines/machine.ts',
  'test/queue/many-machines/site.ts',
  'test/watch/kills/watcher.ts',
  'test/watch/queue/watch-machine.ts',
  'test/watch/store/recorder.ts',
];

const workerFile: Plugin = {
  name: 'worker-file',
  setup: ({ onLoad }) =>
    onLoad({ filter: NAMES_WORKER_FILE }, async ({ path }) => ({
      contents: withWorkerFile(await readFile(path, 'utf8'), "'./page-worker.js', import.meta.url"),
      loader: 'ts',
    })),
};

/** Returns the folder of the programs of a test run. Each run has its own, named by its process. */
export function folderOf(pid: number): string {
  return join(root, `${PREFIX}${pid}`);
}

/** Writes the programs to a folder. */
export async function buildPrograms(folder: string): Promise<void> {
  removeLeftovers();
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(ENTRIES.map((entry) => [basename(entry, '.ts'), entry])),
    outdir: folder,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node22',
    format: 'esm',
    sourcemap: true,
    plugins: [workerFile],
  });
}

/** Removes the folders of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(root)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      rmSync(join(root, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
