/**
 * `npm run test:nightly`: runs in full what is too long for each build, one part after another, and goes on after a part that failed. With names it
 * runs only these parts. See `checks/README.md`.
 */
import { spawnSync } from 'node:child_process';

const LONG = ['test:long', '--'];

/** The npm script of each part, with its arguments. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  attack: [...LONG, 'checks/attack'],
  mutations: [...LONG, 'checks/mutation'],
  patterns: [...LONG, 'checks/patterns'],
  second: [...LONG, 'checks/second'],
  equivalence: [...LONG, 'test/html/equivalence'],
  properties: [...LONG, '.property.', 'test/pages/fields', 'watch/schedule'],
  seeds: ['test'],
  apps: [...LONG, 'test/examples/apps'],
  consumers: [...LONG, 'test/package/consumers', 'test/docs/reader', 'test/docs/clone'],
  months: [...LONG, 'checks/truth', 'test/corpus/anonymize'],
  kills: [...LONG, 'kill', 'redis-serve', 'many-machines', 'watch/store/postgres'],
  sizes: [...LONG, 'memory', 'report/report.long', 'redis/faults', 'queue/operations', 'local/faults'],
  browsers: [...LONG, 'browser.long'],
  clocks: ['test:clocks'],
};

/** Runs a part, and returns a line about it. */
function run(name: string): { isFailed: boolean; line: string } {
  console.log(`\n# ${name}`);
  const start = performance.now();
  const env = { ...process.env, BUYBOX_NIGHTLY: '1', FC_SEED: process.env.FC_SEED ?? 'random' };
  const words = ['run', ...(PARTS[name] ?? [])];
  const { status } = spawnSync('npm', words, { env, stdio: 'inherit' });
  const seconds = Math.round((performance.now() - start) / 1000);
  const outcome = status === 0 ? 'passed' : 'FAILED';
  return {
    isFailed: status !== 0,
    line: `${name.padEnd(11)} ${outcome} ${String(seconds).padStart(5)} s  npm ${words.join(' ')}`,
  };
}

if (import.meta.main) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    console.error(`${unknown.join(', ')}: not a part. The parts are ${Object.keys(PARTS).join(', ')}.`);
    process.exit(1);
  }
  const ran = (names.length > 0 ? names : Object.keys(PARTS)).map(run);
  console.log(`\n${ran.map(({ line }) => line).join('\n')}`);
  process.exitCode = ran.some(({ isFailed }) => isFailed) ? 1 : 0;
}
