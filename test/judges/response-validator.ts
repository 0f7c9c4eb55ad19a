import { judge } from './judges.ts';

type Check = ((value: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] | null };

/** Ajv, as far as the tests use it. */
export interface Ajv {
  addSchema(schema: object): void;
  compile(schema: object): Check;
  getSchema(reference: string): Check | undefined;
}

const { Ajv2020 } = (await judge('ajv/dist/2020.js')) as { Ajv2020: new (options: object) => Ajv };
const { default: addFormats } = (await judge('ajv-formats')) as { default: (ajv: Ajv) => void };

/** Checks a response against an OpenAPI document, with a validator that is independent of zod. Returns the differences. */
export type ResponseValidator = (method: string, path: string, status: number, body: unknown) => string[];

interface Api {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
}

const validators = new WeakMap<object, ResponseValidator>();

/** Returns the validator of a document. */
export function responseValidator(api: object): ResponseValidator {
  const known = validators.get(api);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ ...api, $id: 'openapi' });
  const { paths } = api as Api;
  const validate: ResponseValidator = (method, path, status, body) => {
    const response = paths[path]?.[method.toLowerCase()]?.responses[String(status)] as { $ref?: string } | undefined;
    if (response === undefined) return [`${path} has no response ${status}`];
    const pointer =
      response.$ref ?? `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`;
    const schema = ajv.getSchema(`openapi${pointer}/content/application~1json/schema`);
    if (schema === undefined) return [`${pointer} has no schema`];
    schema(body);
    return (schema.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  validators.set(api, validate);
  return validate;
}
