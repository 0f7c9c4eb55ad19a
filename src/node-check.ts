/** Throws on a Node that is too old. The build imports it first in every file, before newer syntax or functions fail without an explanation. */
import { nodeProblem } from './node-version.ts';

const problem = nodeProblem();
if (problem !== undefined) throw new Error(problem);
