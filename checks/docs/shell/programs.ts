/** The stand-ins for programs that shell blocks may call. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommandLine } from '../../../src/cli/program.ts';
import { program } from '../../../test/built/program.ts';
import { terminalOf } from '../../../test/cli/run.ts';
import { root } from '../blocks.ts';

/** A command that a stand-in received. */
export interface Command {
  name: string;
  args: string[];
  folder: string;
  /** The `BUYBOX_*` environment variables. */
  settings: Record<string, string>;
  /** Standard input. */
  input: string;
}

/** The result of a command. */
export interface Outcome {
  out: string;
  err: string;
  code: number;
}

type Program = (command: Command) => Promise<Outcome> | Outcome;

const done = (out = ''): Outcome => ({ out, err: '', code: 0 });
const failed = (why: string): Outcome => ({ out: '', err: `${why}\n`, code: 127 });

/** The stand-ins by program name. */
export const programs: Readonly<Record<string, Program>> = {
  buybox: (command) => (command.args[0] === 'serve' ? serve(command) : runBuybox(command)),
  npx: ({ args: [name = '', ...args], ...command }) => {
    const program = name === 'buybox' || name === 'node' ? programs[name] : undefined;
    return program === undefined
      ? failed(`npx: ${name} is not supported in the documentation`)
      : program({ ...command, name, args });
  },
  npm: runNpm,
  node: ({ args, folder }) => {
    const [script] = args.filter((arg) => !arg.startsWith('-'));
    const exists = script !== undefined && [root, folder].some((place) => existsSync(resolve(place, script)));
    return exists ? done() : failed(`node: ${script} does not exist`);
  },
  curl: askService,
};

/** Id of the API key that was created last: `1c6a...` in the documentation. */
let keyId = '';

/** Runs the command line from source, in this process, because there are many. `reader.long.test.ts` runs the commands of the README with the package. */
async function runBuybox({ args, folder, settings, input }: Command): Promise<Outcome> {
  const before = { folder: process.cwd(), env: process.env };
  process.chdir(folder);
  process.env = { ...before.env, ...settings };
  try {
    const { terminal, out, err } = terminalOf({ input });
    const json = (value: unknown) => void out.push(JSON.stringify(value, null, 2));
    const given = args.map((arg) => (arg === '1c6a...' ? keyId : arg));
    const code = await runCommandLine(given, { ...terminal, json });
    if (args[0] === 'keys' && args[1] === 'create' && code === 0) keyId = JSON.parse(out.join('\n')).id;
    return { code, out: withEnd(out.join('\n')), err: withEnd(err.join('\n')) };
  } finally {
    process.chdir(before.folder);
    process.env = before.env;
  }
}

function withEnd(text: string): string {
  return text === '' ? '' : `${text}\n`;
}

/** Checks an npm command: the script exists, or the package is buybox or one of its dependencies. */
function runNpm({ args }: Command): Outcome {
  const { scripts, dependencies, devDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const [verb = '', ...rest] = args;
  const words = rest.filter((arg) => !arg.startsWith('-'));
  if (verb === 'ci' || verb === 'test') return done();
  if (verb === 'run')
    return words[0] !== undefined && words[0] in scripts ? done() : failed(`npm run ${words[0]}: no such script`);
  if (verb !== 'install') return failed(`npm ${verb} is not supported in the documentation`);
  const known = { buybox: '', ...dependencies, ...devDependencies, ...peerDependencies };
  const unknown = words.find((name) => !(name in known));
  return unknown === undefined ? done() : failed(`npm install ${unknown}: not a dependency of buybox`);
}

/** The running service; it ends with this process. */
let service: { url: string; key: string } | undefined;

/** Starts `buybox serve` on a free port in the background. The output shows the documented port. */
async function serve({ args, folder, settings }: Command): Promise<Outcome> {
  const words = ['--import', program('loopback-only'), program('cli'), ...args, '--port', '0'];
  const server = spawn(process.execPath, words, { cwd: folder, env: { ...process.env, ...settings } });
  process.once('exit', () => server.kill('SIGKILL'));
  let output = '';
  await new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
    server.stderr.on('data', (chunk) => {
      output += chunk;
      if (/\n {2}token /.test(output) || (settings.BUYBOX_OPERATOR_TOKEN && output.includes('/dashboard'))) resolve();
    });
  });
  const url = /http:\/\/[\w.]+:\d+/.exec(output)?.[0];
  if (url === undefined) return { out: '', err: output, code: server.exitCode ?? 1 };
  const key = /first key\s+(\S+)/.exec(output)?.[1];
  // Requests go to the first service of a store: another one of the page shows other options.
  if (service === undefined || key !== undefined) service = { url, key: key ?? '' };
  return { out: '', err: output.replaceAll(url, 'http://127.0.0.1:8787'), code: 0 };
}

/** Sends a request to the running service; `bb_...` in the documentation is its first key. */
async function askService({ args }: Command): Promise<Outcome> {
  if (service === undefined) return failed('curl: no service is running');
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      header: { type: 'string', short: 'H', multiple: true, default: [] },
      data: { type: 'string', short: 'd' },
      request: { type: 'string', short: 'X' },
      silent: { type: 'boolean', short: 's' },
    },
  });
  const [documented = ''] = positionals;
  const url = documented.replace(/^http:\/\/(?:127\.0\.0\.1|localhost):8787/, service.url);
  const headers = values.header.map((header) => {
    const [name = '', value = ''] = header.split(/:\s*/);
    return [name, value.replace(/^bb_.*/, service?.key ?? '')] as [string, string];
  });
  const method = values.request ?? (values.data === undefined ? 'GET' : 'POST');
  const response = await fetch(url, { method, headers, ...(values.data === undefined ? {} : { body: values.data }) });
  const out = `${await response.text()}\n`;
  return { out, err: response.ok ? '' : `curl: ${response.status}\n`, code: response.ok ? 0 : 22 };
}
