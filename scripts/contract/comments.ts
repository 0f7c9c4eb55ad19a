/** The comments of the contract: what src/contract says of each schema and of each of its fields. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The folder of the contract. */
export const CONTRACT: string = join(import.meta.dirname, '../../src/contract');

/** The files with schemas, without their ending, in the order of the documentation. */
export const SCHEMA_FILES = [
  'params',
  'data/product',
  'data/search',
  'data/offers',
  'data/seller',
  'data/lists',
  'data/reviews',
  'data/shared',
  'envelope',
] as const;

/** A schema, or an interface, as it is explained. */
export interface Explained {
  /** Without `Schema` behind it. */
  name: string;
  /** Where it stands: one of {@link SCHEMA_FILES}. */
  file: string;
  /** What is said of it. */
  text: string;
  /** What is said of each field, by its path: `overview[].name`. */
  fields: ReadonlyMap<string, string>;
}

/** Everything that is explained, by name, in the order of the files. */
export function readComments(): Map<string, Explained> {
  const declarations = SCHEMA_FILES.flatMap((file) => declarationsIn(file, sourceOf(file)));
  const fields = new FieldReader(declarations);
  return new Map(
    declarations.map(({ name, file, text, node }) => [name, { name, file, text, fields: fields.of(node) }]),
  );
}

function sourceOf(file: string): ts.SourceFile {
  const path = join(CONTRACT, `${file}.ts`);
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

interface Declaration extends Omit<Explained, 'fields'> {
  node: ts.Node;
}

function declarationsIn(file: string, source: ts.SourceFile): Declaration[] {
  return source.statements.flatMap((statement): Declaration[] => {
    if (ts.isInterfaceDeclaration(statement))
      return [{ name: statement.name.text, file, text: textOf(statement), node: statement }];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer !== undefined && ts.isIdentifier(name) && name.text.endsWith('Schema')
        ? [{ name: name.text.replace(/Schema$/, ''), file, text: textOf(statement), node: initializer }]
        : [],
    );
  });
}

/** The methods whose arguments hold fields. */
const HOLDERS = new Set(['object', 'strictObject', 'array', 'extend']);

/** Reads the fields of a schema's expression: `z.object({ ... })`, `z.array(z.object({ ... }))`, `OtherSchema.extend({ ... })`. */
class FieldReader {
  readonly #declarations: readonly Declaration[];

  constructor(declarations: readonly Declaration[]) {
    this.#declarations = declarations;
  }

  of(node: ts.Node): Map<string, string> {
    const fields = new Map<string, string>();
    this.#collect(node, '', fields);
    return fields;
  }

  #collect(node: ts.Node, path: string, fields: Map<string, string>): void {
    if (ts.isInterfaceDeclaration(node)) this.#members(node.members, path, fields);
    if (ts.isObjectLiteralExpression(node)) this.#members(node.properties, path, fields);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { name, expression } = node.expression;
    if (name.text === 'extend') this.#inherit(expression, path, fields);
    else this.#collect(expression, path, fields);
    if (!HOLDERS.has(name.text)) return;
    for (const argument of node.arguments) this.#collect(argument, name.text === 'array' ? `${path}[]` : path, fields);
  }

  #inherit(base: ts.Expression, path: string, fields: Map<string, string>): void {
    const declaration = this.#declarations.find(({ name }) => `${name}Schema` === base.getText());
    if (declaration !== undefined) this.#collect(declaration.node, path, fields);
  }

  #members(members: ts.NodeArray<ts.Node>, path: string, fields: Map<string, string>): void {
    for (const member of members) {
      if (ts.isSpreadAssignment(member)) this.#members(groupOf(member).properties, path, fields);
      if (!ts.isPropertyAssignment(member) && !ts.isPropertySignature(member)) continue;
      const field = path === '' ? nameOf(member.name) : `${path}.${nameOf(member.name)}`;
      fields.set(field, textOf(member) || (fields.get(field) ?? ''));
      if (ts.isPropertyAssignment(member)) this.#collect(member.initializer, field, fields);
    }
  }
}

/** The object of fields that a schema spreads into its own. */
function groupOf(spread: ts.SpreadAssignment): ts.ObjectLiteralExpression {
  const name = spread.expression.getText();
  for (const statement of spread.getSourceFile().statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const found = statement.declarationList.declarations.find((declaration) => declaration.name.getText() === name);
    if (found?.initializer !== undefined && ts.isObjectLiteralExpression(found.initializer)) return found.initializer;
  }
  throw new Error(`${spread.getSourceFile().fileName}: "...${name}" is no object of fields of the same file`);
}

function nameOf(name: ts.PropertyName): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}

function textOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  const text = comment === undefined ? '' : (ts.getTextOfJSDocComment(comment.comment) ?? '');
  return text.replace(/\s+/g, ' ').trim();
}
