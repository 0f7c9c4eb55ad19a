import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { asins, asinsOf, BLOCKED, Folder, openMarket } from './market.ts';
import { start, until } from './process.ts';

const KILLS = isNightly ? 20 : 3;
const INPUTS = isNightly ? 1_500 : 300;
const CONCURRENCY = 8;

/** The whole lines of a file that a kill may have left in the middle of one. */
function written(folder: Folder): string[] {
  if (!existsSync(folder.at('r.ndjson'))) return [];
  const whole = folder.read('r.ndjson').split('\n').slice(0, -1);
  return asinsOf(whole.map((line) => JSON.parse(line))).map(String);
}

it(`loses and repeats no written result in ${KILLS} kills at random times`, async () => {
  using folder = new Folder();
  await using market = await openMarket(() => Math.random() * 120);
  const inputs = asins(INPUTS);
  const repeated = inputs.flatMap((asin, index) => (index % 10 === 0 ? [asin, asin] : [asin]));
  const file = folder.write('asins.txt', [...repeated, BLOCKED, 'nothing'].join('\n'));
  const line = [
    'batch',
    file,
    ...market.flags,
    '--concurrency',
    `${CONCURRENCY}`,
    '--out',
    folder.at('r.ndjson'),
    '--resume',
  ];

  let torn = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const before = new Map(written(folder).map((asin) => [asin, market.asked(asin)]));
    const asked = market.asked();
    const program = start(line);
    // Counted in calls: a busy machine makes few in a time.
    const calls = CONCURRENCY + 2 + Math.floor(Math.random() * 50);
    await until(() => market.asked() >= asked + calls || program.child.exitCode !== null);
    program.child.kill('SIGKILL');
    expect(await program.exit).toBe('SIGKILL');
    const results = written(folder);
    expect(new Set(results).size).toBe(results.length);
    // The market remembers what it was asked for.
    for (const [asin, times] of before) expect(market.asked(asin), asin).toBe(times);
    if (!folder.read('r.ndjson').endsWith('\n')) torn++;
  }
  expect(written(folder).length).toBeGreaterThan(KILLS);
  expect(await start(line).exit).toBe(1);

  const results = asinsOf(folder.lines('r.ndjson'));
  expect(results).toHaveLength(INPUTS);
  expect(new Set(results)).toEqual(new Set(inputs));
  expect(
    folder
      .lines('r.failures.ndjson')
      .map(({ error }) => (error as { code: string }).code)
      .sort(),
  ).toEqual(['CAPTCHA', 'INVALID_PARAMETER']);
  // Only what ran at a kill is asked for again.
  const calls = inputs.reduce((sum, asin) => sum + market.asked(asin), 0);
  expect(calls).toBeLessThanOrEqual(INPUTS + KILLS * CONCURRENCY);
  console.log(`${KILLS} kills: ${INPUTS} inputs, ${calls} calls, ${torn} torn lines`);
});
