/** PostgreSQL servers of the tests' own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '../../redis/server.ts';

/** The folder of the programs of PostgreSQL: Debian's, else the one in `PATH`. */
const programs = [
  ...globSync('/usr/lib/postgresql/*/bin/initdb').sort((a, b) => b.localeCompare(a, 'en', { numeric: true })),
  ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'initdb')),
].find((path) => existsSync(path));

/** Whether PostgreSQL is installed. In CI it must be. */
export const hasPostgres = isInstalled();

function isInstalled(): boolean {
  if (programs !== undefined) return true;
  if (process.env.CI === 'true') throw new Error('PostgreSQL is missing: CI must run the tests that need it');
  console.warn('skipped: these tests need PostgreSQL');
  return false;
}

/** The password of the user `postgres`. */
export const PASSWORD = 'p@ss/word';

/** A PostgreSQL server on loopback. */
export interface PostgresServer {
  /** URL of the database `postgres`, with the password. */
  url: string;
  port: number;
  /** Kills the server as a failure of its machine does. */
  kill(): Promise<void>;
  /** Starts the server again after {@link kill}, with the same port and the same files. */
  restart(): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGQUIT');
});

/** Starts a server on a free port, with its own folder, as a user without rights: PostgreSQL refuses to run as root. */
export async function startPostgres(): Promise<PostgresServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'buybox-postgres-'));
  const user = userWithoutRights();
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  if (user !== undefined) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  const created = spawnSync(
    program('initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
    ],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (created.status !== 0) throw new Error(`initdb failed: ${created.stderr}`);
  const args = ['-D', data, '-p', `${port}`, '-k', folder, '-h', '127.0.0.1', '-c', 'fsync=off'];
  const start = () => startServer(args, { ...user, cwd: folder });
  let child = await start();
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    await ended;
  };
  return {
    url: `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`,
    port,
    // Ends all connections at once, without a last write. After SIGKILL, the processes of connections would keep the server from starting.
    kill: () => kill('SIGQUIT'),
    restart: async () => {
      child = await start();
    },
    stop: async () => {
      await kill('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function program(name: string): string {
  return join(dirname(programs ?? ''), name);
}

/** The user that the server runs as: not root. */
function userWithoutRights(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Resolves when the server has finished its start. */
async function startServer(
  args: readonly string[],
  options: { uid?: number; gid?: number; cwd: string },
): Promise<ChildProcess> {
  const child = spawn(program('postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  running.add(child);
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk).slice(-5_000);
      if (log.includes('database system is ready to accept connections')) resolve();
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      reject(new Error(`postgres ended (${signal ?? code}): ${log}`));
    });
  });
  return child;
}
