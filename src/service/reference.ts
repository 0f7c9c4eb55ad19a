/** The reference page: the OpenAPI document as HTML, without scripts and without external resources. */
import type { Json } from '../contract/json-schema.ts';
import { type Html, html } from '../display/html.ts';
import { document } from './html.ts';
import type { OpenApiDocument, Operation } from './openapi.ts';

/** Returns the page. */
export function referencePage(api: OpenApiDocument, root: string): Promise<string> {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationSection(method, path, operation)),
  );
  const body = html`<header>
      <strong>buybox</strong>
      <nav>
        ${Object.values(api.paths)
          .flatMap((methods) => Object.values(methods))
          .map(({ operationId }) => html`<a href="#${operationId}">${operationId}</a>`)}
        <a href="#schemas">schemas</a> <a href="${root}/openapi.json">openapi.json</a>
      </nav>
    </header>
    <main>
      <section>
        <h1>${api.info.title} ${api.info.version}</h1>
        <p>${api.info.description}</p>
        <p>Send an API key with every call, in the header <code>x-api-key</code>.</p>
      </section>
      ${operations} ${failureSection(api)} ${schemaSection(api.components.schemas)}
    </main>`;
  return document(root, 'Reference', body);
}

function operationSection(method: string, path: string, operation: Operation): Html {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const example = exampleOf(responses['200']);
  return html`<section id="${operationId}">
    <h2><span class="method">${method.toUpperCase()}</span> ${path}</h2>
    <p>${summary}</p>
    ${parameters === undefined ? '' : parameterTable(parameters)}
    ${requestBody === undefined ? '' : bodyPart(requestBody)}
    <h3>Response</h3>
    <pre>${JSON.stringify(example, null, 2)}</pre>
  </section>`;
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr><th>Parameter</th><th>Type</th><th>Default</th><th>Description</th></tr>
      </thead>
      <tbody>
        ${parameters.map(
          ({ name, in: place, required, description, schema }) =>
            html`<tr>
              <td><code>${name}</code>${place === 'header' ? ' (header)' : ''}</td>
              <td class="wrap">${typeOf(schema)}</td>
              <td>${required ? 'required' : String(schema.default ?? '')}</td>
              <td class="wrap">${description}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function bodyPart(requestBody: Json): Html {
  const { schema } = contentOf(requestBody);
  const { properties, required } = schema as { properties: Record<string, Json>; required: string[] };
  const parameters = Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: 'body',
    required: required.includes(name),
    description: String(description),
    schema: rest,
  }));
  return html`${parameterTable(parameters)}
    <h3>Body</h3>
    <pre>${JSON.stringify(exampleOf(requestBody), null, 2)}</pre>`;
}

function failureSection({ components, paths }: OpenApiDocument): Html {
  const statuses = new Map<string, string>();
  for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, { $ref }] of Object.entries(responses)) {
      if (typeof $ref === 'string') statuses.set(status, $ref.slice($ref.lastIndexOf('/') + 1));
    }
  }
  return html`<section id="failures">
    <h2>Failures</h2>
    <p>Failures are not billed. The body is <code>{ success: false, error: { code, message, details }, meta }</code>.</p>
    <div class="scroll">
      <table>
        <tbody>
          ${[...statuses]
            .sort(([a], [b]) => Number(a) - Number(b))
            .map(
              ([status, name]) =>
                html`<tr><td>${status}</td><td class="wrap">${String(components.responses[name]?.description)}</td></tr>`,
            )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function schemaSection(schemas: Record<string, Json>): Html {
  return html`<section id="schemas">
    <h2>Schemas</h2>
    ${Object.entries(schemas).map(
      ([name, schema]) =>
        html`<details id="schema-${name}">
          <summary><code>${name}</code> ${String(schema.description ?? '')}</summary>
          ${propertiesOf(schema)}
        </details>`,
    )}
  </section>`;
}

function propertiesOf(schema: Json): Html {
  const { properties, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] };
  if (properties === undefined) return html`<p>${typeOf(schema)}</p>`;
  return html`<div class="scroll">
    <table>
      <tbody>
        ${Object.entries(properties).map(
          ([name, property]) =>
            html`<tr>
              <td><code>${name}</code></td>
              <td class="wrap">${typeOf(property)}</td>
              <td>${required.includes(name) ? '' : 'optional'}</td>
              <td class="wrap">${String(property.description)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Returns a short description of a type. */
function typeOf(schema: Json): string {
  const { $ref, anyOf, oneOf, items, type, format, pattern, minimum, maximum } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.map((choice: Json) => typeOf(choice)).join(' or ');
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (type === 'array') return `array of ${typeOf((items ?? {}) as Json)}`;
  const bounds = [minimum === undefined ? '' : `from ${minimum}`, maximum === undefined ? '' : `to ${maximum}`];
  const details = [format, pattern, ...bounds].filter((detail) => detail !== undefined && detail !== '');
  return [Array.isArray(type) ? type.join(' or ') : type, ...details].join(' ');
}

function contentOf(part: Json | undefined): Json {
  const content = part?.content as Record<string, Json> | undefined;
  return content?.['application/json'] ?? {};
}

function exampleOf(part: Json | undefined): unknown {
  return contentOf(part).example;
}
