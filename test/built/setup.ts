/** Global setup of Vitest: builds the programs before the tests, and again when a watched file changes. */
import { existsSync, rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { buildPrograms, folderOf } from './build.ts';

export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  const folder = folderOf(process.pid);
  // Each project of a run has this setup.
  if (existsSync(folder)) return undefined;
  await buildPrograms(folder);
  project.onTestsRerun(() => buildPrograms(folder));
  return () => rmSync(folder, { recursive: true, force: true });
}
