/** Installs an application of the examples with the packed package into a temporary folder. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installPacked } from '../../package/packed.ts';
import { EXAMPLES } from '../catalogue.ts';

const run = promisify(execFile);

/** Generated files, which a clone may contain. */
const LEFT_BEHIND = new Set(['node_modules', '.next', 'dist', 'storage', 'data', 'results.json', 'package-lock.json']);

/** An installed application. */
export interface App extends Disposable {
  folder: string;
  /** Runs an npm script with this project's Node and returns its output. @throws if it fails */
  script(name: string, ...words: string[]): Promise<string>;
}

/** Copies an application and installs its dependencies. */
export async function installApp(name: string): Promise<App> {
  const folder = mkdtempSync(join(tmpdir(), `buybox-${name}-`));
  const source = join(EXAMPLES, name);
  cpSync(source, folder, { recursive: true, filter: (path) => path === source || !LEFT_BEHIND.has(basename(path)) });
  await installPacked(folder);
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    NODE_NO_WARNINGS: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const script = async (script: string, ...words: string[]) => {
    const given = ['run', '--silent', script, ...(words.length > 0 ? ['--', ...words] : [])];
    const { stdout, stderr } = await run('npm', given, { cwd: folder, env, maxBuffer: 1 << 26 });
    return stdout + stderr;
  };
  return { folder, script, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
