import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { installedProgram } from '../package/packed.ts';

const BUYBOX = await installedProgram();

const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0;

describe('completion scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-completion-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'bin/buybox');
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'pages'));
  writeFileSync(join(folder, 'page one.html'), '');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${BUYBOX}" "$@"\n`);
  chmodSync(program, 0o755);

  async function shell(name: string, args: string[]): Promise<string[]> {
    const env = {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      NODE_NO_WARNINGS: '1',
      NODE_OPTIONS: '',
    };
    const { stdout } = await promisify(execFile)(name, args, { cwd: folder, env });
    return stdout.trimEnd().split('\n');
  }

  it('complete in bash', async () => {
    const lines = [
      ['buybox pro', 'product'],
      ['buybox product --backend ', 'local remote'],
      ['buybox product --backend = re', 'remote'],
      ['buybox product --fields title,bb_pr', 'title,bb_price'],
      ['buybox product --folder pa', 'pages'],
      ['buybox parse page', 'page one.html pages'],
    ];
    const script = `eval "$(buybox completion bash)"
      complete -p buybox > /dev/null || exit 1
      for line; do
        IFS=" " read -ra COMP_WORDS <<< "$line"
        [[ $line == *" " ]] && COMP_WORDS+=("")
        COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _buybox
        printf '%s\\n' "\${COMPREPLY[@]}" | sort | paste -sd " "
      done`;
    expect(await shell('bash', ['-c', script, 'bash', ...lines.map(([line = '']) => line)])).toEqual(
      lines.map(([, expected]) => expected),
    );
  });

  it.runIf(isInstalled('fish'))('complete in fish', async () => {
    const lines = [
      ['buybox pro', `product\t${endpoints.product.summary}`],
      ['buybox product --backend re', 'remote'],
      ['buybox product --backend=re', '--backend=remote'],
      ['buybox product --folder pa', 'pages/'],
    ];
    const script = `buybox completion fish | source; for line in $argv; complete -C $line; end`;
    const completed = await shell('fish', ['-c', script, ...lines.map(([line = '']) => line)]);
    expect(completed.map((line) => line.replace(/\t(Directory)?$/, ''))).toEqual(lines.map(([, expected]) => expected));
  });

  it.runIf(isInstalled('zsh'))('load in zsh', async () => {
    const script = `autoload -Uz compinit; compinit -u -d ${join(folder, 'dump')}; eval "$(buybox completion zsh)"; print $_comps[buybox]`;
    expect(await shell('zsh', ['-f', '-c', script])).toEqual(['_buybox']);
  });
});
