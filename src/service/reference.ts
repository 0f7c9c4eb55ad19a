/** The reference page: the OpenAPI document as HTML, without scripts and without external resources. */
import type { Json } from '../contract/json-schema.ts';
import { type Html, html } from '../display/html.ts';
import { document, table } from './html.ts';
import type { OpenApiDocument, Operation } from './openapi.ts';

/** Returns the page. */
export function referencePage(api: OpenApiDocument, root: string): Promise<string> {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
  );
  const body = html`<header>
      <strong>buybox</strong>
      <nav>
        ${operations.map(({ operationId }) => html`<a href="#${operationId}">${operationId}</a>`)}
        <a href="#schemas">schemas</a> <a href="${root}/openapi.json">openapi.json</a>
      </nav>
    </header>
    <main>
      <section>
        <h1>${api.info.title} ${api.info.version}</h1>
        <p>${api.info.description}</p>
        <p>Send an API key with every call, in the header <code>x-api-key</code>.</p>
      </section>
      ${operations.map(operationSection)} ${failureSection(api, operations)} ${schemaSection(api.components.schemas)}
    </main>`;
  return document(root, 'Reference', body);
}

type Call = Operation & { method: string; path: string };

function operationSection({ operationId, method, path, summary, parameters = [], requestBody, responses }: Call): Html {
  const body = requestBody === undefined ? undefined : contentOf(requestBody);
  const own = body === undefined ? [] : propertiesOf(body.schema as Json);
  return html`<section id="${operationId}">
    <h2><span class="method">${method.toUpperCase()}</span> ${path}</h2>
    <p>${summary}</p>
    ${propertyTable('Parameters', [...own, ...parameters])}
    ${body === undefined ? '' : html`<h3>Body</h3>${exampleOf(body)}`}
    <h3>Response</h3>
    ${exampleOf(contentOf(responses['200'] ?? {}))}
  </section>`;
}

function failureSection({ components }: OpenApiDocument, operations: readonly Call[]): Html {
  // Whole numbers are the names of members in ascending order.
  const { 200: _, ...failures }: Operation['responses'] = Object.assign({}, ...operations.map((one) => one.responses));
  const codesOf = ({ $ref }: Json) => String(components.responses[nameOf(String($ref))]?.description);
  return html`<section id="failures">
    <h2>Failures</h2>
    <p>Failures are not billed. The body is <code>{ success: false, error: { code, message, details }, meta }</code>.</p>
    ${table(
      'Failures by status',
      [
        { name: 'Status', cell: ([status]) => status },
        { name: 'Codes', type: 'wrap', cell: ([, failure]) => codesOf(failure) },
      ],
      Object.entries(failures),
    )}
  </section>`;
}

function schemaSection(schemas: Record<string, Json>): Html {
  return html`<section id="schemas">
    <h2>Schemas</h2>
    ${Object.entries(schemas).map(
      ([name, schema]) =>
        html`<details id="schema-${name}">
          <summary><code>${name}</code> ${String(schema.description ?? '')}</summary>
          ${schema.properties === undefined ? html`<p>${typeOf(schema)}</p>` : propertyTable(`Members of ${name}`, propertiesOf(schema))}
        </details>`,
    )}
  </section>`;
}

/** A parameter, or a property of a schema. */
type Property = Pick<NonNullable<Operation['parameters']>[number], 'name' | 'required' | 'description' | 'schema'> & {
  /** The place of a parameter. */
  in?: string;
};

function propertyTable(caption: string, rows: readonly Property[]): Html {
  const place = (row: Property) => (row.in === 'header' ? ' (header)' : '');
  const presence = ({ required, schema }: Property) =>
    required ? 'required' : schema.default === undefined ? 'optional' : `default ${schema.default}`;
  return table<Property>(
    caption,
    [
      { name: 'Name', cell: (row) => html`<code>${row.name}</code>${place(row)}` },
      { name: 'Type', type: 'wrap', cell: ({ schema }) => typeOf(schema) },
      { name: 'Presence', cell: presence },
      { name: 'Description', type: 'wrap', cell: ({ description }) => description },
    ],
    rows,
  );
}

/** Returns the properties of the schema of an object, as OpenAPI has parameters. */
function propertiesOf({ properties, required = [] }: Json): Property[] {
  return Object.entries(properties as Record<string, Json>).map(([name, { description, ...schema }]) => {
    return { name, required: (required as string[]).includes(name), description: String(description), schema };
  });
}

/** Returns a short description of a type. */
function typeOf(schema: Json): string {
  const { $ref, anyOf, oneOf, items, type, format, pattern, minimum, maximum } = schema;
  if (typeof $ref === 'string') return nameOf($ref);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.map((choice: Json) => typeOf(choice)).join(' or ');
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (type === 'array') return `array of ${typeOf((items ?? {}) as Json)}`;
  const bounds = [minimum === undefined ? '' : `from ${minimum}`, maximum === undefined ? '' : `to ${maximum}`];
  const details = [format, pattern, ...bounds].filter((detail) => detail !== undefined && detail !== '');
  return [Array.isArray(type) ? type.join(' or ') : type, ...details].join(' ');
}

/** Returns the name of the component that a reference is to. */
function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function contentOf({ content }: Json): Json {
  return (content as Record<string, Json> | undefined)?.['application/json'] ?? {};
}

function exampleOf({ example }: Json): Html {
  return html`<pre>${JSON.stringify(example, null, 2)}</pre>`;
}
