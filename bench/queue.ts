/** Measures the queue: its overhead compared with bare BullMQ, its throughput with several processes, and its cost with many waiting jobs. */
import { availableParallelism, loadavg } from 'node:os';
import { hasRedis, startRedis } from '../test/redis/server.ts';
import type { Print } from './figures.ts';
import { measureOverhead, type OverheadResult } from './queue-overhead.ts';
import { measureProcesses, type ProcessesResult } from './queue-processes.ts';
import { measureWaiting, type WaitingResult } from './queue-waiting.ts';

export interface QueueResult {
  /** Average number of programs that wanted a processor when the measurements began. */
  load: number;
  overhead: OverheadResult;
  processes: ProcessesResult;
  waiting: WaitingResult[];
}

/** Runs the benchmark and prints its results. `BENCH_JOBS` is the largest number of waiting jobs. @default 100_000 */
export async function benchQueue(print: Print): Promise<QueueResult | undefined> {
  if (!hasRedis) {
    print('\nqueue: redis-server is not installed: install it to run this benchmark');
    return undefined;
  }
  const [load = 0] = loadavg();
  print(`\n${availableParallelism()} processors, load ${load.toFixed(1)} before the measurements`);
  const server = await startRedis();
  try {
    return {
      load,
      overhead: await measureOverhead(server.url, print),
      processes: await measureProcesses(server.url, print),
      waiting: await measureWaiting(server.url, Number(process.env.BENCH_JOBS ?? 100_000), print),
    };
  } finally {
    await server.stop();
  }
}
