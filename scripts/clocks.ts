/**
 * `npm run test:clocks`: runs the quick tests on other days and in other time zones, one run after the other. Names of runs choose some of them;
 * Vitest gets all other words: `npm run test:clocks -- +800d test/watch`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const DAY_MS = 86_400_000;
const root = join(import.meta.dirname, '..');

/** The environment of each run. */
const RUNS: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  '+60d': movedBy(60 * DAY_MS),
  '+800d': movedBy(800 * DAY_MS),
  '2028-02-29': movedBy(Date.parse('2028-02-29T12:00:00Z') - Date.now()),
  'Pacific/Auckland': { TZ: 'Pacific/Auckland' },
  'America/Los_Angeles': { TZ: 'America/Los_Angeles' },
};

function movedBy(ms: number): NodeJS.ProcessEnv {
  const preload = `--require ${JSON.stringify(join(import.meta.dirname, 'moved-clock.cjs'))}`;
  return { MOVED_CLOCK_MS: String(ms), NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${preload}`.trim() };
}

/** The parts of Vitest's report that are read here. */
interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), 'clocks-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Runs Vitest. Returns what it printed if it could not write a report. */
async function run(
  env: NodeJS.ProcessEnv,
  words: readonly string[],
): Promise<{ code: unknown; report?: Report; output: string }> {
  const file = join(folder, 'report.json');
  rmSync(file, { force: true });
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${file}`];
  const child = spawn(process.execPath, [...vitest, ...words], { cwd: root, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  try {
    return { code, report: JSON.parse(readFileSync(file, 'utf8')), output };
  } catch {
    return { code, output };
  }
}

function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file}: ${test.fullName}`);
    return failed.length === 0 && status === 'failed' ? [`${file}: ${message}`] : failed;
  });
}

const given = process.argv.slice(2);
const chosen = Object.entries(RUNS).filter(([name]) => given.includes(name));
const words = given.filter((word) => !Object.hasOwn(RUNS, word));
const failures: string[] = [];
for (const [name, env] of chosen.length > 0 ? chosen : Object.entries(RUNS)) {
  const began = performance.now();
  const { code, report, output } = await run(env, words);
  const failed = report === undefined ? [] : failuresOf(report);
  // An error outside of tests, such as one that nobody caught.
  if (code !== 0 && failed.length === 0) failed.push(output.trim());
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(`${name}: ${report?.numPassedTests ?? 0} tests passed, ${failed.length} failed, in ${seconds} s`);
  failures.push(...failed.map((failure) => `${name}: ${failure}`));
}
for (const failure of failures) console.log(`FAILED ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
