/** The table of runtimes in docs/installing.md. */
import { RUNTIMES } from '../test/runtimes/tested.ts';

/** Returns the table of what the tests run, with the versions. */
export function runtimesTable(): string {
  const rows = Object.values(RUNTIMES).map(
    ({ name, versions, remote, parse, others }) =>
      `| ${name} | ${versions.join(', ')} | ${remote} | ${parse} | ${others} |`,
  );
  return [
    '| runtime | tested | `buybox/remote` | `buybox/parse` | the other entries |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
