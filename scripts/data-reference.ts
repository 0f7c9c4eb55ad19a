/** Writes docs/data.md out of the schemas of the data and their comments: `npm run docs:data`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataSchemas } from '../src/contract/data/index.ts';
import { answerSchemas, type Json, nameOfSchema } from '../src/contract/json-schema.ts';

const TARGET = join(import.meta.dirname, '../docs/data.md');

const HEAD = `# The data

<!-- Written by \`npm run docs:data\` out of src/contract; change it there. -->

Every field of every page type, with its type and what it means.

\`\`\`ts
import { createMarketplace, type ProductData, ProductDataSchema } from 'buybox';

await using marketplace = createMarketplace();

const { data } = await marketplace.product({ asin: 'B08N5WRWNW' });
const product: ProductData = ProductDataSchema.parse(data);
console.log(product.brand?.name, product.weight, product.bsr_ranks?.length);
// prints: Larkmoor { value: 14.1, unit: 'oz', text: '14.1 ounces' } 2
\`\`\`

Names are those of the wire. Money is a plain number in the page's currency, which \`currency\` names (ISO 4217, as shown: it follows the shopper). Dates are
\`YYYY-MM-DD\`, moments ISO 8601 in UTC, percentages 0 to 100. A field that the page does not show is **absent**; it is \`null\` only where that has a meaning of its
own, and then its type says so. Free text (titles, labels, \`condition_text\`, delivery \`text\`) is in the page's language; the rest is the same in all languages.

Schemas of all shapes are exported with \`Schema\` behind the name (\`ProductDataSchema\`), the types without.

`;

/** The document: the data of each page type, then the shapes that they are made of. */
export function dataReference(): string {
  const schemas = answerSchemas((name) => name);
  const pages = new Map(Object.entries(dataSchemas).map(([type, schema]) => [nameOfSchema(schema), type]));
  const rest = Object.keys(schemas).filter((name) => !pages.has(name));
  const list = [...pages].map(([name, type]) => `- \`${type}\`: [${name}](${anchor(name)})\n`).join('');
  const shapes = [...pages.keys(), ...rest.sort()].map((name) => shape(name, schemas[name] ?? {}));
  return `${HEAD}The shape of \`data\` by \`page_type\`:\n\n${list}\n${shapes.filter((text) => text !== '').join('\n')}`;
}

function shape(name: string, schema: Json): string {
  const about = `## ${name}\n\n${String(schema.description)}\n`;
  if (Array.isArray(schema.oneOf)) return `${about}\n${schema.oneOf.map((one) => `- ${typeOf(one)}\n`).join('')}`;
  const rows = rowsOf(schema, '').join('');
  return rows === '' ? '' : `${about}\n| field | type | |\n|---|---|---|\n${rows}`;
}

/** A row for each field, those of nested objects behind the field that holds them. */
function rowsOf(schema: Json, path: string): string[] {
  const required = listOf(schema.required);
  return Object.entries(objectOf(schema.properties)).flatMap(([name, member]) => {
    const property = objectOf(member);
    const place = path === '' ? name : `${path}.${name}`;
    const type = `${typeOf(property)}${required.includes(name) ? ' (always)' : ''}`;
    const row = `| \`${place}\` | ${cell(type)} | ${cell(String(property.description))} |\n`;
    return [row, ...rowsOf(property, place), ...rowsOf(objectOf(property.items), `${place}[]`)];
  });
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** A type as a reader takes it in: "text", "list of [Review](#review)", "integer or null". */
function typeOf(schema: Json): string {
  const { $ref, anyOf, items, type, format, additionalProperties } = schema;
  if (typeof $ref === 'string') return SCALARS[$ref] ?? `[${$ref}](${anchor($ref)})`;
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(objectOf(one))).join(' or ');
  if (Array.isArray(schema.enum)) return valuesOf(schema.enum);
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (type === 'array') return `list of ${typeOf(objectOf(items))}`;
  if (typeof additionalProperties === 'object') return 'text by key';
  return FORMATS[String(format)] ?? TYPES[String(type)] ?? String(type);
}

/** More values than these are told elsewhere. */
const MOST_VALUES = 10;

function valuesOf(values: readonly unknown[]): string {
  return values.length > MOST_VALUES ? 'text' : values.map((value) => `\`${String(value)}\``).join(', ');
}

const SCALARS: Readonly<Record<string, string>> = { Asin: 'ASIN' };
const FORMATS: Readonly<Record<string, string>> = { date: 'date', 'date-time': 'moment' };
const TYPES: Readonly<Record<string, string>> = { string: 'text' };

function anchor(name: string): string {
  return `#${name.toLowerCase()}`;
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

if (import.meta.main) writeFileSync(TARGET, dataReference());
