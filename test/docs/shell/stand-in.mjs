/** Stands in for a program in the documentation's shell blocks: hands its command line to the runner, and ends as the runner says. */
import { text } from 'node:stream/consumers';

const [name, ...args] = process.argv.slice(2);
const settings = Object.fromEntries(Object.entries(process.env).filter(([variable]) => variable.startsWith('BUYBOX_')));
const input = process.stdin.isTTY ? '' : await text(process.stdin);
const answer = await fetch(process.env.DOCS_RUNNER, {
  method: 'POST',
  body: JSON.stringify({ name, args, folder: process.cwd(), settings, input }),
});
const { out, err, code } = await answer.json();
process.stderr.write(err);
process.stdout.write(out);
process.exitCode = code;
