/** Redis servers of the tests' own, and a network between them and a test that can be cut. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether redis-server is installed. In CI it must be. */
export const hasRedis = isInstalled();

function isInstalled(): boolean {
  if (spawnSync('redis-server', ['--version']).status === 0) return true;
  if (process.env.CI === 'true') throw new Error('redis-server is missing: CI must run the tests that need it');
  console.warn('skipped: these tests need redis-server');
  return false;
}

/** Options of {@link startRedis}. */
export interface RedisServerOptions {
  /** Whether every write is in a file before its response is sent. @default false */
  appendOnly?: boolean;
  /** Further settings, such as `['--maxmemory', '2mb']`. */
  settings?: readonly string[];
}

/** A Redis server. */
export interface RedisServer {
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
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a server on a free port, with its own folder. */
export async function startRedis({ appendOnly = false, settings = [] }: RedisServerOptions = {}): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'buybox-redis-'));
  const durable = appendOnly ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...durable, ...settings];
  let child = await start(args, port);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    restart: async () => {
      child = await start(args, port);
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the server accepts connections. It can still be loading its data. */
async function start(args: readonly string[], port: number): Promise<ChildProcess> {
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => {
    log = (log + chunk).slice(-5_000);
  });
  const ended = new Promise<never>((_, reject) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      reject(new Error(`redis-server ended (${signal ?? code}): ${log}`));
    });
  });
  ended.catch(() => undefined);
  await Promise.race([accepts(port, child), ended]);
  return child;
}

/** Resolves when the server accepts connections, or has ended. */
async function accepts(port: number, child: ChildProcess): Promise<void> {
  while (running.has(child)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('connect', () => socket.destroy()).on('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** A network between a client and a server. */
export interface CuttableProxy {
  url: string;
  /** Number of connections that clients have opened. */
  connections(): number;
  /** Closes all connections and refuses new ones. */
  cut(): void;
  /** Keeps the connections open, but passes nothing on in either direction, as a network does that loses all packets. */
  stall(): void;
  /** Passes requests on, but no responses: the server executes commands whose responses are lost. */
  mute(): void;
  /** Ends {@link cut}, {@link stall} and {@link mute}. Connections whose data was lost are closed. */
  heal(): void;
  /** Leads new connections to another port. Those that are open stay. */
  move(port: number): void;
  close(): Promise<void>;
}

/** Starts a TCP proxy in front of a port of this machine. */
export async function cuttableProxy(firstPort: number): Promise<CuttableProxy> {
  type State = 'open' | 'cut' | 'stalled' | 'muted';
  let state: State = 'open';
  let port = firstPort;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    connections++;
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    near.on('data', (chunk) => (state === 'stalled' ? undefined : far.write(chunk)));
    far.on('data', (chunk) => (state === 'stalled' || state === 'muted' ? undefined : near.write(chunk)));
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const enter = (next: State) => {
    const isClosing = next === 'cut' || (next === 'open' && state !== 'open');
    state = next;
    if (isClosing) for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${await listening(server)}`,
    connections: () => connections,
    cut: () => enter('cut'),
    stall: () => enter('stalled'),
    mute: () => enter('muted'),
    heal: () => enter('open'),
    move: (next) => {
      port = next;
    },
    close: async () => {
      enter('cut');
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
