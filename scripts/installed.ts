/** Installs packages that few programs and tests need: `node scripts/installed.ts FOLDER`. A fresh clone does not install them. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/**
 * Installs the packages of a folder's `package-lock.json` in the folder, if they are not there. Processes may do this at the same time: the packages
 * get their place when they are complete.
 */
export async function install(folder: string): Promise<void> {
  const lock = join(folder, 'package-lock.json');
  const modules = join(folder, 'node_modules');
  const installed = join(modules, '.installed.json');
  const isInstalled = () => existsSync(installed) && readFileSync(installed).equals(readFileSync(lock));
  if (isInstalled()) return;
  const scratch = mkdtempSync(join(folder, '.packages-'));
  try {
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(folder, name), join(scratch, name));
    await promisify(execFile)('npm', ['ci', '--prefer-offline', '--ignore-scripts'], { cwd: scratch });
    cpSync(lock, join(scratch, 'node_modules/.installed.json'));
    if (isInstalled()) return;
    if (existsSync(modules)) renameSync(modules, join(scratch, 'old'));
    renameSync(join(scratch, 'node_modules'), modules);
  } catch (error) {
    if (!isInstalled()) throw error;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (import.meta.main) for (const folder of process.argv.slice(2)) await install(resolve(folder));
