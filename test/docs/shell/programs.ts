/** The programs that shell blocks of the documentation may call, besides what a shell brings itself. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommandLine } from '../../../src/cli/program.ts';
import { terminalOf } from '../../cli/run.ts';
import { root } from '../blocks.ts';

/** A command line, as a stand-in hands it over. */
export interface Command {
  name: string;
  args: string[];
  folder: string;
  /** The variables of the environment that are buybox's. */
  settings: Record<string, string>;
  /** What comes in on standard input. */
  input: string;
}

/** How it ended. */
export interface Outcome {
  out: string;
  err: string;
  code: number;
}

type Program = (command: Command) => Promise<Outcome> | Outcome;

const done = (out = ''): Outcome => ({ out, err: '', code: 0 });
const failed = (why: string): Outcome => ({ out: '', err: `${why}\n`, code: 127 });

/** By name. */
export const programs: Readonly<Record<string, Program>> = {
  buybox: (command) => (command.args[0] === 'serve' ? serve(command) : runBuybox(command)),
  npx: ({ args: [name = '', ...args], ...command }) => {
    const program = name === 'buybox' || name === 'node' ? programs[name] : undefined;
    return program === undefined ? failed(`npx: ${name} is not known`) : program({ ...command, name, args });
  },
  npm: runNpm,
  node: ({ args, folder }) => {
    const [script] = args.filter((arg) => !arg.startsWith('-'));
    const isThere = script !== undefined && [root, folder].some((place) => existsSync(resolve(place, script)));
    return isThere ? done() : failed(`node: ${script} does not exist`);
  },
  curl: askService,
};

/** The API key that was made last: the documentation calls it `1c6a...`. */
let keyId = '';

/** The command line of the sources, in this process. */
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

/** Packages that the documentation may tell to install: what the package itself asks for, and itself. */
function runNpm({ args }: Command): Outcome {
  const { scripts, dependencies, devDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const [verb = '', ...rest] = args;
  const words = rest.filter((arg) => !arg.startsWith('-'));
  if (verb === 'ci' || verb === 'test') return done();
  if (verb === 'run')
    return words[0] !== undefined && words[0] in scripts ? done() : failed(`npm run ${words[0]}: no such script`);
  if (verb !== 'install') return failed(`npm ${verb} is not known`);
  const known = { buybox: '', ...dependencies, ...devDependencies, ...peerDependencies };
  const unknown = words.find((name) => !(name in known));
  return unknown === undefined ? done() : failed(`npm install ${unknown}: no package that buybox knows`);
}

/** The service that the documentation started last; it ends with this process. */
let service: { url: string; key: string } | undefined;

/** `buybox serve` on a free port, in the background; its greeting is what the documented one is, but for the port. */
async function serve({ args, folder, settings }: Command): Promise<Outcome> {
  const program = ['--import', join(root, 'test/docs/offline.ts'), join(root, 'src/cli.ts'), ...args, '--port', '0'];
  const server = spawn(process.execPath, program, { cwd: folder, env: { ...process.env, ...settings } });
  process.once('exit', () => server.kill('SIGKILL'));
  let said = '';
  await new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
    server.stderr.on('data', (chunk) => {
      said += chunk;
      if (/\n {2}token /.test(said) || (settings.BUYBOX_OPERATOR_TOKEN && said.includes('/dashboard'))) resolve();
    });
  });
  const url = /http:\/\/[\w.]+:\d+/.exec(said)?.[0];
  if (url === undefined) return { out: '', err: said, code: server.exitCode ?? 1 };
  service = { url, key: /first key\s+(\S+)/.exec(said)?.[1] ?? '' };
  return { out: '', err: said.replaceAll(url, 'http://127.0.0.1:8787'), code: 0 };
}

/** A request to the service that was started last; `bb_...` in the documentation is its first key. */
async function askService({ args }: Command): Promise<Outcome> {
  if (service === undefined) return failed('curl: no service runs');
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
  const [address = ''] = positionals;
  const url = address.replace(/^http:\/\/(?:127\.0\.0\.1|localhost):8787/, service.url);
  const headers = values.header.map((header) => {
    const [name = '', value = ''] = header.split(/:\s*/);
    return [name, value.replace(/^bb_.*/, service?.key ?? '')] as [string, string];
  });
  const method = values.request ?? (values.data === undefined ? 'GET' : 'POST');
  const answer = await fetch(url, { method, headers, ...(values.data === undefined ? {} : { body: values.data }) });
  const out = `${await answer.text()}\n`;
  return { out, err: answer.ok ? '' : `curl: ${answer.status}\n`, code: answer.ok ? 0 : 22 };
}
