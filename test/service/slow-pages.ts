/** A page source for processes of tests. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIXTURES_FOLDER } from '../../src/fixtures-folder.ts';
import type { Pace } from '../../src/local.ts';
import { program } from '../built/program.ts';

/**
 * Writes a module, for `--pages`, that returns each fixture page after a delay [milliseconds]. Returns its path; the file `starts` next to it has the time of
 * each request.
 */
export function slowPages(delayMs: number, pace?: Pace): string {
  const path = join(mkdtempSync(join(tmpdir(), 'buybox-pages-')), 'slow-pages.mjs');
  writeFileSync(
    path,
    `import { appendFileSync } from 'node:fs';
     import { savedPages } from ${JSON.stringify(program('local'))};
     const saved = savedPages(${JSON.stringify(FIXTURES_FOLDER)});
     const pages = async (request) => {
       appendFileSync(new URL('starts', import.meta.url), Date.now() + '\\n');
       await new Promise((resolve) => setTimeout(resolve, ${delayMs}));
       return saved(request);
     };
     export default Object.assign(pages, ${JSON.stringify(pace === undefined ? {} : { pace })});`,
  );
  return path;
}
