/** The comments of the contract as a table for programs: the OpenAPI document, the tools of `buybox mcp` and `--help` take their words from it. */
import { readComments } from './comments.ts';

const HEAD = `/**
 * What the comments of the schemas say of each of them (\`''\`) and of each field by its path (\`overview[].name\`). Written by \`npm run contract\` out of
 * this folder: change the comments, not this file.
 */
`;

/** The text of src/contract/descriptions.ts. */
export function descriptionsText(): string {
  const schemas = [...readComments().values()].map(({ name, text, fields }) => {
    const rows = [['', text] as const, ...fields].map(([path, words]) => row(quoted(path, true), quoted(words)));
    return `  ${name}: {\n${rows.join('')}  },\n`;
  });
  return `${HEAD}export const DESCRIPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {\n${schemas.join('')}};\n`;
}

const WIDTH = 120;
const SHORT_NAME = 4;

/** As the formatter wants it: a long text on a line of its own, unless that would win little. */
function row(name: string, words: string): string {
  const line = `    ${name}: ${words},`;
  return `${line.length > WIDTH && name.length > SHORT_NAME ? `    ${name}:\n      ${words},` : line}\n`;
}

/** As the formatter wants it: single quotes, unless the text has some of them and no double ones. */
function quoted(text: string, isName = false): string {
  if (isName && /^[A-Za-z_]\w*$/.test(text)) return text;
  const count = (mark: string) => text.split(mark).length - 1;
  const mark = count("'") > count('"') ? '"' : "'";
  return `${mark}${text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)}${mark}`;
}
