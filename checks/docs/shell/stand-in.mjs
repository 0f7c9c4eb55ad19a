/** Replaces a program in shell blocks: sends its command line to the runner, and exits with the runner's result. */
import { text } from 'node:stream/consumers';

const [name, ...args] = process.argv.slice(2);
const settings = Object.fromEntries(Object.entries(process.env).filter(([variable]) => variable.startsWith('BUYBOX_')));
const input = process.stdin.isTTY ? '' : await text(process.stdin);
const response = await fetch(process.env.DOCS_RUNNER, {
  method: 'POST',
  body: JSON.stringify({ name, args, folder: process.cwd(), settings, input }),
});
const { out, err, code } = await response.json();
process.stderr.write(err);
process.stdout.write(out);
process.exitCode = code;
