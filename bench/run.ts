/**
 * `npm run bench [-- NAME ...] [--all] [--json]`: runs the named benchmarks, or all. `--all` reads all pages with `parse` instead of the largest. `--json` prints the figures as
 * JSON on standard output.
 */
import { parseArgs } from 'node:util';
import { type Print, thisMachine } from './figures.ts';

const benches: Record<string, (print: Print) => Promise<unknown>> = {
  parse: async (print) => (await import('./parse.ts')).benchParse(print, values.all),
  memory: async (print) => (await import('./memory.ts')).benchMemory(print),
  workers: async (print) => (await import('./workers.ts')).benchWorkers(print),
  remote: async (print) => (await import('./remote.ts')).benchRemote(print),
  service: async (print) => (await import('./service.ts')).benchService(print),
  queue: async (print) => (await import('./queue.ts')).benchQueue(print),
  'watch-schedule': async (print) => (await import('./watch-schedule.ts')).benchWatchSchedule(print),
  watch: async (print) => (await import('./watch.ts')).benchWatch(print),
  cold: async (print) => (await import('./cold-import.ts')).benchColdImport(print),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});
const names = positionals.length > 0 ? positionals : Object.keys(benches);
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: unknown benchmark: expected ${Object.keys(benches).join(', ')}`);
  process.exitCode = 2;
} else {
  const results: Record<string, unknown> = { machine: thisMachine() };
  for (const name of names) results[name] = await benches[name]?.(values.json ? console.error : console.log);
  if (values.json) console.log(JSON.stringify(results, null, 2));
}
