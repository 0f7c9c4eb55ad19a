/** The files of a process in a folder of results: each is written by one process, and renamed when it is complete. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileSeries, isWholeLine, type LineFiles } from '../../deliver/ndjson-sink.ts';
import { NdjsonFile } from '../../files/ndjson-file.ts';
import { LONGEST_TIMER_MS } from '../../options/checks.ts';

/** The end of the name of a file that is being written. */
const PART = '.part';
const PART_NAME = /^(?<host>.+)-(?<pid>\d+)-\d{8}T\d{9}Z(?:-\d+)?\.ndjson\.part$/;

/** Files are older than their time limit by this at most, also when clocks differ [milliseconds]. */
const SLACK_MS = 60_000;

/** The files that sinks of this process write. */
const own = new Set<string>();

/** Returns the files of a folder, of which a complete one has no `.part` in its name. An empty one is removed. */
export function resultFiles(folder: string, maxFileBytes = 100_000_000, maxFileMs = 3_600_000): LineFiles {
  const files: LineFiles = fileSeries(async () => {
    await mkdir(folder, { recursive: true });
    await repairOthers(folder, maxFileMs);
    const { path, file } = await newFile(folder);
    const finish = () => void files.finish(file).catch(() => undefined);
    const timer = setTimeout(finish, Math.min(maxFileMs, LONGEST_TIMER_MS)).unref();
    const close = async () => {
      clearTimeout(timer);
      try {
        await file.close();
      } finally {
        own.delete(path);
        await completed(path, file.size);
      }
    };
    return { file, close };
  }, maxFileBytes);
  return files;
}

/** Completes the files of processes that were killed. */
async function repairOthers(folder: string, maxFileMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { host, pid } = PART_NAME.exec(name)?.groups ?? {};
    if (host === undefined || own.has(path)) continue;
    const isLeft = host === hostPart() && !isRunning(Number(pid));
    if (!isLeft && !(await isOlder(path, 2 * maxFileMs + SLACK_MS))) continue;
    // Another process can have been faster.
    await repaired(path).catch(() => undefined);
  }
}

/** Opens a file that no other sink and no other process writes. */
async function newFile(folder: string): Promise<{ path: string; file: NdjsonFile }> {
  const stem = `${hostPart()}-${process.pid}-${new Date().toISOString().replace(/[-:.]/g, '')}`;
  for (let number = 1; ; number++) {
    const path = join(folder, `${stem}${number === 1 ? '' : `-${number}`}.ndjson${PART}`);
    if (own.has(path) || (await exists(path.slice(0, -PART.length)))) continue;
    // Known before it exists: other sinks repair files of this process that they do not know.
    own.add(path);
    try {
      return { path, file: await NdjsonFile.open({ path, isNew: true, flag: 'results' }) };
    } catch (error) {
      own.delete(path);
      if (!(await exists(path))) throw error;
    }
  }
}

async function repaired(path: string): Promise<void> {
  const file = await NdjsonFile.open({ path, flag: 'results' });
  await file.repairLastLine(isWholeLine).finally(() => file.close());
  await completed(path, file.size);
}

async function completed(path: string, size: number): Promise<void> {
  if (size === 0) await rm(path, { force: true });
  else if (await exists(path)) await rename(path, path.slice(0, -PART.length));
}

/** The name of this machine, as a part of a file name. */
function hostPart(): string {
  return hostname().replace(/[^\w.]/g, '_') || 'host';
}

/** Whether another process has the id. This process has no file but those in `own`: an earlier process had the same id. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isOlder(path: string, ageMs: number): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > ageMs;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
