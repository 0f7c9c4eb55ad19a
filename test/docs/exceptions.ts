/** Blocks that are not run, each with a reason. Their links, files and npm scripts are still checked. */
export const EXCEPTIONS: readonly { file: string; begins: string; reason: string }[] = [
  {
    file: 'CONTRIBUTING.md',
    begins: 'npm run release:version',
    reason: 'it publishes a release; the commands before that are run by themselves',
  },
];
