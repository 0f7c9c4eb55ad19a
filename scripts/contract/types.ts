/**
 * The types of the contract, written out of its schemas with their comments. What zod infers would be the same, but a package's declarations lose
 * the comments of inferred types, and an editor would show none. They are aliases, as inferred types are: an interface could not be handed on as a
 * `Record<string, unknown>`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import * as codes from '../../src/contract/codes.ts';
import { dataSchemas } from '../../src/contract/data/index.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { CONTRACT, type Explained, readComments, SCHEMA_FILES } from './comments.ts';

/** The text of every file of types, by its path in src/contract. */
export async function typeFiles(): Promise<Map<string, string>> {
  const comments = readComments();
  const named = new Map<z.ZodType, Explained>();
  for (const file of SCHEMA_FILES) {
    const exported: Record<string, unknown> = await import(join(CONTRACT, `${file}.ts`));
    for (const [name, value] of Object.entries(exported)) {
      const explained = comments.get(name.replace(/Schema$/, ''));
      if (value instanceof z.ZodType && isShape(value) && explained !== undefined) named.set(value, explained);
    }
  }
  const files = SCHEMA_FILES.map((file) => new TypeFile(file, named)).map((file) => [file.path, file.text()] as const);
  return new Map([...files, ['types/endpoints.ts', endpointTypes(named)]]);
}

function isShape(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject || schema instanceof z.ZodUnion;
}

/** One file: the types of one file of schemas. */
class TypeFile {
  readonly #file: string;
  readonly #named: ReadonlyMap<z.ZodType, Explained>;
  /** Names by the file that they come from. */
  readonly #imports = new Map<string, Set<string>>();

  constructor(file: string, named: ReadonlyMap<z.ZodType, Explained>) {
    this.#file = file;
    this.#named = named;
  }

  get path(): string {
    return typesPath(this.#file);
  }

  text(): string {
    const order = [...readComments().keys()];
    const own = [...this.#named]
      .filter(([, { file }]) => file === this.#file)
      .sort(([, a], [, b]) => order.indexOf(a.name) - order.indexOf(b.name));
    const types = own.map(([schema, explained]) => this.#declaration(schema, explained));
    const source = `src/contract/${this.#file}.ts`;
    return fileText(`Written by \`npm run contract\` out of ${source}: change it there.`, this.#imports, types);
  }

  #declaration(schema: z.ZodType, { name, text, fields }: Explained): string {
    const docs = comment(text, '');
    if (schema instanceof z.ZodObject) return `${docs}export type ${name} = ${this.#object(schema, '', '', fields)};\n`;
    return `${docs}export type ${name} = ${this.#type(schema, '', '', fields, true)};\n`;
  }

  #object(schema: z.ZodObject, path: string, indent: string, fields: Explained['fields']): string {
    const inner = `${indent}  `;
    const members = Object.entries(schema.shape).map(([key, field]) => {
      const place = path === '' ? key : `${path}.${key}`;
      const { core, mark, end, tag } = optionality(field as z.ZodType);
      const name = /^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`;
      const type = this.#type(core, place, inner, fields);
      return `${comment(`${fields.get(place) ?? ''}${tag}`, inner)}${inner}${name}${mark}: ${type}${end};\n`;
    });
    return `{\n${members.join('')}${indent}}`;
  }

  #type(schema: z.ZodType, path: string, indent: string, fields: Explained['fields'], isOwn = false): string {
    const named = isOwn ? undefined : this.#named.get(schema);
    if (named !== undefined) return this.#import(typesPath(named.file), named.name);
    if (schema instanceof z.ZodObject) return this.#object(schema, path, indent, fields);
    if (schema instanceof z.ZodArray) {
      const entry = this.#type(schema.def.element as z.ZodType, `${path}[]`, indent, fields);
      return /^\w+$|^\{/.test(entry) ? `${entry}[]` : `(${entry})[]`;
    }
    if (schema instanceof z.ZodNullable)
      return `${this.#type(schema.def.innerType as z.ZodType, path, indent, fields)} | null`;
    if (schema instanceof z.ZodUnion)
      return schema.def.options.map((option) => this.#type(option as z.ZodType, path, indent, fields)).join(' | ');
    if (schema instanceof z.ZodRecord)
      return `Record<string, ${this.#type(schema.def.valueType as z.ZodType, path, indent, fields)}>`;
    if (schema instanceof z.ZodEnum) return this.#enumeration(schema.options.map(String));
    if (schema instanceof z.ZodLiteral) return [...schema.values].map(literal).join(' | ');
    return scalar(schema, path);
  }

  /** The name that `codes.ts` has for a list of values, else the values. */
  #enumeration(values: readonly string[]): string {
    const list = Object.entries(codes).find(([, known]) => JSON.stringify(known) === JSON.stringify(values))?.[0];
    const alias = list === undefined ? undefined : new RegExp(`export type (\\w+) = \\(typeof ${list}\\)\\[number\\]`);
    const name = alias?.exec(readFileSync(join(CONTRACT, 'codes.ts'), 'utf8'))?.[1];
    return name === undefined ? values.map(literal).join(' | ') : this.#import('codes.ts', name);
  }

  #import(path: string, name: string): string {
    if (path !== this.path) this.#imports.set(path, (this.#imports.get(path) ?? new Set()).add(name));
    return name;
  }
}

function typesPath(file: string): string {
  return `types/${file.replace(/^data\//, '')}.ts`;
}

/** What stands behind the name and the type of a field. A parameter with a default can be `undefined` too, as for zod. */
function optionality(field: z.ZodType): { core: z.ZodType; mark: string; end: string; tag: string } {
  if (field instanceof z.ZodDefault) {
    const core = field.def.innerType as z.ZodType;
    return { core, mark: '?', end: ' | undefined', tag: ` @default ${literal(field.def.defaultValue)}` };
  }
  if (field instanceof z.ZodExactOptional)
    return { core: field.def.innerType as z.ZodType, mark: '?', end: '', tag: '' };
  return { core: field, mark: '', end: '', tag: '' };
}

function scalar(schema: z.ZodType, path: string): string {
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return 'string';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  throw new Error(`${path}: scripts/contract/types.ts has no type for a schema of the kind "${schema.type}"`);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function comment(text: string, indent: string): string {
  return text === '' ? '' : `${indent}/** ${text} */\n`;
}

/** Which parameters an endpoint takes, and which data a page type has. */
function endpointTypes(named: ReadonlyMap<z.ZodType, Explained>): string {
  const imports = new Map<string, Set<string>>();
  const rows = (schemas: Record<string, z.ZodType>) =>
    Object.entries(schemas).map(([name, schema]) => {
      const explained = named.get(schema);
      if (explained === undefined) throw new Error(`${name}: its schema is exported by no file of the contract`);
      const path = typesPath(explained.file);
      imports.set(path, (imports.get(path) ?? new Set()).add(explained.name));
      return `${comment(explained.text, '  ')}  ${name}: ${explained.name};\n`;
    });
  const params = Object.fromEntries(Object.entries(endpoints).map(([name, endpoint]) => [name, endpoint.params]));
  const types = [
    `/** The parameters of each endpoint. */\nexport interface ParamsByEndpoint {\n${rows(params).join('')}}\n`,
    `/** The data of each page type. */\nexport interface PageDataByType {\n${rows(dataSchemas).join('')}}\n`,
  ];
  return fileText('Written by `npm run contract` out of src/contract/endpoints.ts: change it there.', imports, types);
}

const WIDTH = 120;

function fileText(head: string, imports: ReadonlyMap<string, ReadonlySet<string>>, types: readonly string[]): string {
  const lines = [...imports]
    .map(
      ([path, names]) =>
        [path.startsWith('types/') ? path.replace('types/', './') : `../${path}`, [...names].sort()] as const,
    )
    .sort(([a], [b]) => order(a) - order(b) || a.localeCompare(b))
    .map(([path, names]) => importLine(path, names));
  return `/** ${head} */\n${lines.join('')}${lines.length === 0 ? '' : '\n'}${types.join('\n')}`;
}

/** Files above stand before those beside. */
function order(path: string): number {
  return path.startsWith('../') ? 0 : 1;
}

function importLine(path: string, names: readonly string[]): string {
  const line = `import type { ${names.join(', ')} } from '${path}';\n`;
  return line.length <= WIDTH + 1
    ? line
    : `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '${path}';\n`;
}
