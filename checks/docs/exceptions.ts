import type { CodeBlock } from './blocks.ts';

/** Blocks that are not run, each with a reason. Their links, files and npm scripts are still checked. */
export const EXCEPTIONS: readonly { file: string; begins: string; reason: string }[] = [
  {
    file: 'CONTRIBUTING.md',
    begins: 'npm pkg get repository',
    reason: 'it publishes a release; the commands before that are run by themselves',
  },
  {
    file: 'docs/many-machines.md',
    begins: 'npx buybox enqueue',
    reason: 'it needs a Redis server: test/docs/many-machines.long.test.ts runs it',
  },
  {
    file: 'docs/mcp.md',
    begins: 'npx buybox mcp --http',
    reason: 'it runs until it is stopped: test/cli/mcp-process.long.test.ts runs it',
  },
];

/** Whether a block is not run. */
export function isException({ file, code }: CodeBlock): boolean {
  return EXCEPTIONS.some((exception) => exception.file === file && code.startsWith(exception.begins));
}
