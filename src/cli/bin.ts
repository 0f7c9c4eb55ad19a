#!/usr/bin/env node
/** The program `buybox` of the package. Loads the command line only on a Node that can run it. */
import { nodeProblem } from '../node-version.ts';

const problem = nodeProblem();
if (problem === undefined) await import('./cli.ts');
else {
  console.error(problem);
  process.exitCode = 1;
}
