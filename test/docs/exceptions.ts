/** The blocks that are not run, each with its reason. What they name is looked at all the same: links, files, npm scripts. */
export const EXCEPTIONS: readonly { file: string; begins: string; reason: string }[] = [
  {
    file: 'CONTRIBUTING.md',
    begins: 'npm run release:version',
    reason: 'it publishes a release; the commands before that are run by themselves',
  },
];
