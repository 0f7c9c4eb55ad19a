/** Writes docs/2-data.md out of the schemas of the data and their docstrings: `npm run docs:data`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const TARGET = join(root, 'docs/2-data.md');

/** The files in the order of the document. */
const FILES = ['product', 'search', 'offers', 'seller', 'lists', 'reviews', 'shared'];

const HEAD = `# The data

<!-- Written by \`npm run docs:data\` out of src/contract/data; change it there. -->

Names are those of the wire. Money is a plain number in the page's currency, which \`currency\` names (ISO 4217, as shown: it follows the shopper). Dates are
\`YYYY-MM-DD\`, moments ISO 8601 in UTC, percentages 0 to 100. A field that the page does not show is **absent**; it is \`null\` only where that has a meaning of its
own, and then its type says so. Free text (titles, labels, \`condition_text\`, delivery \`text\`) is in the page's language; the rest is the same in all languages.

Schemas of all shapes are exported with \`Schema\` behind the name (\`ProductDataSchema\`), the types without.

`;

interface Field {
  name: string;
  type: string;
  doc: string;
}

/** The document. */
export function dataReference(): string {
  return HEAD + FILES.flatMap(shapesOf).join('\n');
}

function shapesOf(file: string): string[] {
  const path = join(root, `src/contract/data/${file}.ts`);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const groups = new Map<string, ts.ObjectLiteralExpression>();
  const shapes: string[] = [];
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer === undefined || !ts.isIdentifier(name)) continue;
      if (ts.isObjectLiteralExpression(initializer)) groups.set(name.text, initializer);
      const fields = objectOf(initializer);
      if (fields === undefined || !name.text.endsWith('Schema')) continue;
      shapes.push(table(name.text.replace(/Schema$/, ''), docOf(statement), fieldsOf(fields, groups)));
    }
  }
  return shapes;
}

/** The object literal of `z.object({ ... })` and `Other.extend({ ... })`. */
function objectOf(node: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [argument] = node.arguments;
  const called = node.expression.getText();
  return argument !== undefined && ts.isObjectLiteralExpression(argument) && /^z\.object$|\.extend$/.test(called)
    ? argument
    : undefined;
}

function fieldsOf(
  object: ts.ObjectLiteralExpression,
  groups: ReadonlyMap<string, ts.ObjectLiteralExpression>,
): Field[] {
  return object.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) {
      const group = groups.get(property.expression.getText());
      return group === undefined ? [] : fieldsOf(group, groups);
    }
    if (!ts.isPropertyAssignment(property)) return [];
    const name = property.name.getText().replace(/^'|'$/g, '');
    return [{ name, type: typeText(property.initializer.getText()), doc: docOf(property) }];
  });
}

/** A schema's expression as a reader takes it in: `string`, `integer`, `Review[]`, `null or boolean`. */
function typeText(expression: string): string {
  const source = expression.replace(/\s+/g, '');
  const optional = source.includes('.exactOptional()') && !source.startsWith('z.object') ? '' : ' (always)';
  const nullable = /\.nullable\(\)/.test(source.replace(/z\.object\(\{.*\}\)/, '')) ? ' or null' : '';
  return `${coreText(source)}${nullable}${optional}`;
}

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(\w+)Schema/, '$1'],
  [/^z\.record\(z\.string\(\),z\.string\(\)\)/, 'text by key'],
  [/^z\.enum\((\w+)\)/, '$1'],
  [/^z\.literal\((.+?)\)/, '$1'],
  [/^z\.string\(\)|^day|^z\.iso\.\w+\(\)/, 'text'],
  [/^z\.boolean\(\)/, 'boolean'],
  [/^count|^z\.int\(\)/, 'integer'],
  [/^money|^percent|^stars|^z\.number\(\)/, 'number'],
  [/^z\s*\.object|^z\.array/, 'object'],
];

function coreText(source: string): string {
  const list = /^z\.array\((.*)\)(?:\.exactOptional\(\))?$/.exec(source)?.[1];
  if (list !== undefined) return `list of ${coreText(list)}`;
  if (source.startsWith('day')) return 'date';
  const object = /^z\.object\(\{(.*)\}\)/.exec(source)?.[1];
  if (object !== undefined) return `{ ${[...object.matchAll(/(\w+):/g)].map(([, name]) => name).join(', ')} }`;
  for (const [pattern, name] of NAMES) {
    const match = pattern.exec(source);
    if (match !== null) return name === '$1' ? `${match[1]}` : name;
  }
  return source;
}

function table(name: string, doc: string, fields: readonly Field[]): string {
  const rows = fields.map(
    (field) => `| \`${field.name}\` | ${field.type.replaceAll('|', '\\|')} | ${field.doc.replaceAll('|', '\\|')} |`,
  );
  return `## ${name}\n\n${doc}\n\n| field | type | |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function docOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  const text = comment === undefined ? '' : (ts.getTextOfJSDocComment(comment.comment) ?? '');
  return text.replace(/\s+/g, ' ').trim();
}

if (import.meta.main) writeFileSync(TARGET, dataReference());
