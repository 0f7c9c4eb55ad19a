/** Global setup of Vitest: builds the programs before the tests, and again when a watched file changes. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { buildPrograms, folderOf, installedFolderOf } from './build.ts';

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const folder = folderOf(process.pid);
  // Each project of a run has this setup.
  if (existsSync(folder)) return undefined;
  await buildPrograms(folder);
  project.onTestsRerun(() => buildPrograms(folder));
  return async () => {
    for (const made of [folder, installedFolderOf(process.pid)]) await rm(made, { recursive: true, force: true });
  };
}
