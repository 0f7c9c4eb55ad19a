/** The build of the documentation fails on dead links and missing docstrings. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../checks/docs/blocks.ts';
import { install } from '../../scripts/installed.ts';

const run = promisify(execFile);
const scratch = mkdtempSync(join(tmpdir(), 'buybox-docs-'));
beforeAll(() => install(join(root, 'docs')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Copies the settings of the documentation. Building all its pages would take longer, and a dead link is found in the same way. */
function copyOfDocs(): string {
  const folder = mkdtempSync(join(scratch, 'copy-'));
  cpSync(join(root, 'docs'), join(folder, 'docs'), {
    recursive: true,
    filter: (source) =>
      !/\/docs\/(?:api|node_modules|\.vitepress\/(?:dist|cache)|[\w-]+\.md|(?:errors|measured|contributing)\/[\w-]+\.md)$/.test(
        source,
      ),
  });
  for (const name of [
    'node_modules',
    'docs/node_modules',
    'examples',
    'fixtures',
    'test',
    'src',
    'tsconfig.json',
    'package.json',
  ])
    symlinkSync(join(root, name), join(folder, name));
  for (const name of ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, name));
  return folder;
}

describe('the build of the documentation', () => {
  it.each([
    ['a page that does not exist', '[gone](gone.md)', /dead link.*gone|gone.*dead link/is],
    ['a file that does not exist', '[gone](../examples/gone.ts)', /links to examples\/gone\.ts, which does not exist/],
  ])('fails on a link to %s', async (_, link, message) => {
    const folder = copyOfDocs();
    writeFileSync(join(folder, 'docs/README.md'), '# Documentation\n\n[calls](calls.md)\n');
    writeFileSync(join(folder, 'docs/calls.md'), `# Calls and responses\n\n${link}\n`);
    const vitepress = join(root, 'docs/node_modules/vitepress/bin/vitepress.js');
    const failure = await run(process.execPath, [vitepress, 'build', 'docs'], { cwd: folder, maxBuffer: 1e8 }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 1 });
    const { stdout, stderr } = failure as { stdout: string; stderr: string };
    expect(`${stdout}${stderr}`).toMatch(message);
  });

  it.each([
    ['an export without a docstring', 'export const lonely = 1;\n', /lonely has no docstring/],
    [
      'a docstring that links to nothing',
      '/** See {@link nowhere}. */\nexport const lost = 1;\n',
      /Failed to resolve link to "nowhere"/,
    ],
  ])('fails on %s', async (_, source, message) => {
    const folder = mkdtempSync(join(scratch, 'face-'));
    writeFileSync(join(folder, 'face.ts'), source);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { types: [] }, include: ['face.ts'] }),
    );
    const options = {
      extends: [join(root, 'docs/typedoc.json')],
      entryPoints: ['face.ts'],
      tsconfig: 'tsconfig.json',
      out: 'api',
    };
    writeFileSync(join(folder, 'typedoc.json'), JSON.stringify(options));
    const args = [join(root, 'docs/node_modules/typedoc/dist/cli.js'), '--options', join(folder, 'typedoc.json')];
    const failure = await run(process.execPath, args, { cwd: root }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: expect.any(Number) });
    const { stdout, stderr } = failure as { stdout: string; stderr: string };
    expect(`${stdout}${stderr}`).toMatch(message);
  });
});
