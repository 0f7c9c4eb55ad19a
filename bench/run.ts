/** `npm run bench -- NAME`: runs a benchmark of this folder. */
const benches: Record<string, () => Promise<unknown>> = {
  parse: async () => (await import('./parse.ts')).benchParse(),
  workers: async () => (await import('./workers.ts')).benchWorkers(),
  remote: async () => (await import('./remote.ts')).benchRemote(),
  service: async () => (await import('./service.ts')).benchService(),
};

const [name = ''] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')}`);
  process.exitCode = 2;
} else await bench();
