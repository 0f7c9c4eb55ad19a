/** Delivers results into a folder until it is killed: `node deliver-process.ts FOLDER NAME`. Prints the key of each result that is safe. */
import { writeSync } from 'node:fs';
import { ndjsonResults } from '../../../src/queue/results/ndjson-results.ts';
import { NEVER, resultOf } from './results.ts';

const [folder = '', name = ''] = process.argv.slice(2);
const sink = ndjsonResults({ folder, fsync: false, maxFileBytes: 200_000 });
const title = 'é'.repeat(5_000);
for (let number = 0; ; number += 4) {
  const keys = [0, 1, 2, 3].map((offset) => `${name}-${number + offset}`);
  await Promise.all(keys.map((key) => sink.deliver(resultOf(key, { extra: { title } }), NEVER)));
  writeSync(1, `${keys.join('\n')}\n`);
}
