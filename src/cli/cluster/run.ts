/** Runs `buybox serve --cluster`. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { ExitCode } from '../exit.ts';
import type { ServeFlags } from '../serve.ts';
import { greet, STOPPING, tokenOf } from '../serve-greeting.ts';
import type { Terminal } from '../terminal.ts';
import { Workers } from './primary.ts';

/** Serves with several processes that share the port, until the terminal's signal is aborted. */
export async function serveCluster(
  flags: ServeFlags,
  terminal: Terminal,
  count: number,
  finish: (code: ExitCode) => void,
): Promise<void> {
  if (cluster.isWorker) {
    const { serveAsWorker } = await import('./worker.ts');
    return serveAsWorker(flags, terminal, count);
  }
  const { signal } = terminal;
  const token = tokenOf(flags);
  // A session of the dashboard is valid in all processes, so they have the same token.
  const workers = new Workers(terminal, { BUYBOX_OPERATOR_TOKEN: token.reveal() });
  const ended = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  const started = await Promise.race([workers.start(count), ended.then(() => undefined)]);
  if (started !== undefined && 'exitCode' in started) return finish(started.exitCode as ExitCode);
  if (started !== undefined) {
    greet(terminal, flags, started, token, count);
    await ended;
    terminal.err(STOPPING);
  }
  await workers.stop();
}
