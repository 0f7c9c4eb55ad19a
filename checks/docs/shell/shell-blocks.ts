/** Runs all shell blocks in one process, page by page. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type CodeBlock, positionOf } from '../blocks.ts';
import { withoutSettings } from '../typescript-blocks.ts';

/** A block for the runner. */
export interface ShellBlock {
  place: string;
  page: string;
  code: string;
  /** Needs a site or a hosted service. */
  isLive: boolean;
}

/** The output of a block. */
export interface ShellReport {
  place: string;
  out: string;
  err: string;
  /** The error, if the block failed. */
  error?: string | undefined;
}

/** Runs the blocks of a page one after another in the same folder. */
export function runShellBlocks(blocks: readonly CodeBlock[]): Promise<ShellReport[]> {
  const given = blocks.map((block): ShellBlock => {
    const { file, code, setup } = block;
    return {
      place: positionOf(block),
      page: file,
      code: `${setup?.code ?? ''}\n${code}`,
      isLive: setup?.isLive ?? false,
    };
  });
  const env = { ...withoutSettings(process.env), NODE_NO_WARNINGS: '1', NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    const runner = execFile(
      process.execPath,
      [join(import.meta.dirname, 'shell-runner.ts')],
      { env, maxBuffer: 1e8 },
      (error, stdout) => {
        if (error === null) resolve(JSON.parse(stdout));
        else reject(error);
      },
    );
    runner.stdin?.end(JSON.stringify(given));
  });
}
