import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { install } from '../../scripts/installed.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-installed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'));

/** Writes the manifest of a folder that needs one package, in the version of this project. */
function needs(name: string): void {
  const path = `node_modules/${name}`;
  const own = { name: 'needs', version: '1.0.0', dependencies: { [name]: packages[path].version } };
  const lock = { ...own, lockfileVersion: 3, requires: true, packages: { '': own, [path]: packages[path] } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

const installed = () => readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));

it('installs missing packages once, also for several tests at the same time, and others when the lock file changes', async () => {
  needs('leven');
  await Promise.all([install(folder), install(folder), install(folder)]);
  expect(installed()).toEqual(['leven']);
  const marker = join(folder, 'node_modules/leven/marker');
  writeFileSync(marker, '');
  await install(folder);
  expect(readFileSync(marker, 'utf8')).toBe('');
  needs('cookie');
  await install(folder);
  expect(installed()).toEqual(['cookie']);
  expect(readdirSync(folder).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json']);
});

it('leaves nothing of packages that could not be installed', async () => {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  writeFileSync(join(folder, 'package-lock.json'), lock.replace(/sha512-\w+/, 'sha512-wrong'));
  await expect(install(folder)).rejects.toThrow('npm ci');
  expect(readdirSync(folder).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json']);
});
