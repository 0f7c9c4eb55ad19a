/**
 * Builds the programs that tests start: in child processes and worker threads, they run as JavaScript. Node would remove the types of each source file
 * again in every process and thread. That is slow, and V8 sometimes crashes when it ends a thread that does it (it runs WebAssembly).
 */
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { builtFiles } from '../../scripts/build-plugins.ts';

const root = join(import.meta.dirname, '../..');
/** The programs have the fixtures and `package.json` in the parent of their folder, as `dist/` has. */
const BUILT = join(root, '.test-build-');
/** Outside of this project, whose packages the installation must not find. */
const INSTALLED = join(tmpdir(), 'buybox-installed-');

const ENTRIES = [
  'src/cli/cli.ts',
  'src/entries/index.ts',
  'src/entries/local.ts',
  'src/entries/parse.ts',
  'src/entries/queue.ts',
  'src/entries/redis.ts',
  'src/entries/remote.ts',
  'src/entries/service.ts',
  'src/entries/testing.ts',
  'src/entries/testing-msw.ts',
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

/** Returns the folder of the programs of a test run. Each run has its own, named by its process. */
export function folderOf(pid: number): string {
  return `${BUILT}${pid}`;
}

/** Returns the folder of the installed package of a test run: `packed.ts` fills it when a test needs it. */
export function installedFolderOf(pid: number): string {
  return `${INSTALLED}${pid}`;
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
    plugins: [builtFiles],
  });
}

/** Removes the folders of runs that were killed. */
function removeLeftovers(): void {
  for (const prefix of [BUILT, INSTALLED]) {
    for (const name of readdirSync(dirname(prefix))) {
      const pid = name.startsWith(basename(prefix)) ? name.slice(basename(prefix).length) : '';
      if (/^\d+$/.test(pid) && !isRunning(Number(pid))) rmSync(`${prefix}${pid}`, { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
