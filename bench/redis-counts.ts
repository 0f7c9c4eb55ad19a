/** Counts what a Redis server has done. */
import type { Redis } from 'ioredis';

/** Numbers of a server. */
export interface Counts {
  /** Commands that clients have sent. */
  requests: number;
  /** All commands, also those in scripts. */
  operations: number;
  bytesIn: number;
  bytesOut: number;
  /** Processor time of the server [microseconds]. */
  microseconds: number;
}

/** Returns the numbers of the server; with `before` what has been added since, for each of `jobs` jobs. */
export async function countsOf(client: Redis, before?: Counts, jobs = 1): Promise<Counts> {
  const stats = `${await client.info('stats')}\r\n${await client.info('cpu')}`;
  const commands = await client.info('commandstats');
  const numberOf = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(stats)?.[1] ?? 0);
  const calls = [...commands.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(([, name, count]) => ({
    name,
    count: Number(count),
  }));
  const operations = calls.reduce((sum, { count }) => sum + count, 0);
  const requests = calls.reduce((sum, { name, count }) => (isRequest(name) ? sum + count : sum), 0);
  const counts: Counts = {
    requests,
    operations,
    bytesIn: numberOf('total_net_input_bytes'),
    bytesOut: numberOf('total_net_output_bytes'),
    microseconds: 1e6 * (numberOf('used_cpu_user') + numberOf('used_cpu_sys')),
  };
  if (before === undefined) return counts;
  return {
    requests: (counts.requests - before.requests) / jobs,
    operations: (counts.operations - before.operations) / jobs,
    bytesIn: (counts.bytesIn - before.bytesIn) / jobs,
    bytesOut: (counts.bytesOut - before.bytesOut) / jobs,
    microseconds: (counts.microseconds - before.microseconds) / jobs,
  };
}

/** Other commands are parts of scripts, or are sent once. */
function isRequest(name: string | undefined): boolean {
  return name !== undefined && /^(eval|evalsha|bzpopmin)$/.test(name);
}
