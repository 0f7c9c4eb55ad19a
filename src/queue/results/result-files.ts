/** The files of a process in a folder of results: each is written by one process, and renamed when it is complete. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isWholeLine } from '../../deliver/ndjson-sink.ts';
import { NdjsonFile } from '../../files/ndjson-file.ts';
import { LONGEST_TIMER_MS } from '../../options/checks.ts';

/** The end of the name of a file that is being written. */
const PART = '.part';
const PART_NAME = /^(?<host>.+)-(?<pid>\d+)-\d{8}T\d{9}Z(?:-\d+)?\.ndjson\.part$/;

/** Files are older than their time limit by this at most, also when clocks differ [milliseconds]. */
const SLACK_MS = 60_000;

/** The files that sinks of this process write. */
const own = new Set<string>();

/** Where files are, and when a new one begins. */
export interface ResultFilesOptions {
  folder: string;
  maxFileBytes: number;
  maxFileMs: number;
}

/** Writes a file after the other. */
export class ResultFiles {
  readonly #options: ResultFilesOptions;
  #current: Promise<OpenFile> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ResultFilesOptions) {
    this.#options = options;
  }

  /** Returns the file for the next line. @throws Error when none can be opened */
  async file(): Promise<NdjsonFile> {
    const open = await this.#current?.catch(() => undefined);
    if (open !== undefined && open.file.size >= this.#options.maxFileBytes) await this.finish(open.file);
    this.#current ??= this.#open().catch((error: unknown) => {
      this.#current = undefined;
      throw error;
    });
    return (await this.#current).file;
  }

  /** Completes the current file, if it is this one: it has no `.part` in its name from now on. An empty one is removed. */
  async finish(only?: NdjsonFile): Promise<void> {
    const current = this.#current;
    const open = await current?.catch(() => undefined);
    // Another delivery can have been faster.
    if (open === undefined || this.#current !== current || (only ?? open.file) !== open.file) return;
    this.#current = undefined;
    clearTimeout(this.#timer);
    const { file, path } = open;
    try {
      await file.close();
    } finally {
      own.delete(path);
      await completed(path, file.size);
    }
  }

  async #open(): Promise<OpenFile> {
    const { folder, maxFileMs } = this.#options;
    await mkdir(folder, { recursive: true });
    await this.#repairOthers();
    const open = await newFile(folder);
    this.#timer = setTimeout(
      () => void this.finish().catch(() => undefined),
      Math.min(maxFileMs, LONGEST_TIMER_MS),
    ).unref();
    return open;
  }

  /** Completes the files of processes that were killed. */
  async #repairOthers(): Promise<void> {
    const { folder, maxFileMs } = this.#options;
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const { host, pid } = PART_NAME.exec(name)?.groups ?? {};
      if (host === undefined || own.has(path)) continue;
      if (!(host === hostPart() && !isRunning(Number(pid))) && !(await isOlder(path, 2 * maxFileMs + SLACK_MS)))
        continue;
      // Another process can have been faster.
      await repaired(path).catch(() => undefined);
    }
  }
}

interface OpenFile {
  path: string;
  file: NdjsonFile;
}

/** Opens a file that no other sink and no other process writes. */
async function newFile(folder: string): Promise<OpenFile> {
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
