import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../checks/promql.ts';
import { documents, filesIn, flagsOf, read, valuesOf, variablesOf } from './files.ts';

const FOLDER = 'examples/kubernetes';

interface Probe {
  httpGet: { path: string; port: string };
  timeoutSeconds?: number;
}
interface Container {
  args: [string, ...string[]];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  securityContext: Record<string, unknown>;
}
interface Pod {
  terminationGracePeriodSeconds: number;
  securityContext: Record<string, unknown>;
  containers: [Container];
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  stringData?: Record<string, string>;
  spec: unknown;
}
/** The part of each kind that the tests read. A test below checks the schemas. */
interface Specs {
  Deployment: {
    selector: { matchLabels: object };
    template: { metadata: { labels: Record<string, string>; annotations: Record<string, string> }; spec: Pod };
  };
  PodDisruptionBudget: { selector: { matchLabels: object } };
  NetworkPolicy: { podSelector: object; policyTypes: string[]; ingress: [{ ports: object[] }] };
  HorizontalPodAutoscaler: {
    scaleTargetRef: object;
    minReplicas: number;
    metrics: [{ external: { metric: { name: string; selector: { matchLabels: object } } } }];
  };
  Service: { selector: object; ports: [{ targetPort: string }] };
}

const files = filesIn(FOLDER).filter((file) => file.endsWith('.yaml'));
const manifests = files.flatMap((file) => documents(file) as Manifest[]);

function manifest(kind: string, name: string): Manifest {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
}

function specOf<Kind extends keyof Specs>(kind: Kind, name: string): Specs[Kind] {
  return manifest(kind, name).spec as Specs[Kind];
}

function podOf(name: string) {
  const { template } = specOf('Deployment', name);
  return { ...template.metadata, ...template.spec, container: template.spec.containers[0] };
}

describe('the manifests', () => {
  it('are all in the README, which says what could not be run', () => {
    const text = read(`${FOLDER}/README.md`);
    for (const file of files) expect(text).toContain(`[\`${basename(file)}\`](${basename(file)})`);
    expect(text).toContain('They were not applied');
  });
});

describe.each([
  ['buybox-service', 'serve'],
  ['buybox-worker', 'worker'],
] as const)('the pods of %s', (name, command) => {
  const pod = podOf(name);
  const { container } = pod;
  const [port] = container.ports;

  it('run a command with flags and variables that exist', () => {
    expect(container.args[0]).toBe(command);
    valuesOf(container.args);
    const known = variablesOf(command);
    expect(container.env.map((each) => each.name).filter((each) => !known.includes(each))).toEqual([]);
  });

  it('take their secrets from the Secret', () => {
    const { stringData = {} } = manifest('Secret', 'buybox');
    const keys = container.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
    expect(keys.length).toBeGreaterThan(0);
    for (const { name: secret, key } of keys)
      expect([secret, Object.keys(stringData)]).toEqual(['buybox', expect.arrayContaining([key])]);
    const plain = container.env.filter(({ value }) => value !== undefined).map((each) => each.name);
    for (const variable of plain) expect(flagOf(command, variable)?.isSecret ?? false).toBe(false);
  });

  it('listen on the port of their probes and of Prometheus', () => {
    const listening =
      command === 'serve'
        ? flagsOf('serve').get('--port')?.defaultValue
        : valuesOf(container.args).get('--metrics-port');
    expect(port?.containerPort).toBe(listening);
    expect(pod.annotations['prometheus.io/port']).toBe(String(listening));
    for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe])
      expect(probe.httpGet.port).toBe(port?.name);
  });

  it('are restarted if they hang, and not if Redis is away', () => {
    expect(container.livenessProbe.httpGet.path).toBe('/livez');
    expect(container.startupProbe.httpGet.path).toBe('/livez');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    // A command waits 5 seconds for Redis.
    expect(container.readinessProbe.timeoutSeconds).toBeGreaterThan(5);
  });

  it('stop gracefully', () => {
    const graceMs = command === 'worker' ? (valuesOf(container.args).get('--grace') as number) : 90_000;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(graceMs / 1000 + 10);
  });

  it('are not root, and write nothing', () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('are the ones that the budget and the rules of the network name', () => {
    const labels = { 'app.kubernetes.io/name': name };
    expect(pod.labels).toMatchObject(labels);
    expect(specOf('Deployment', name).selector.matchLabels).toEqual(labels);
    expect(specOf('PodDisruptionBudget', name).selector.matchLabels).toEqual(labels);
    const { podSelector, policyTypes, ingress } = specOf('NetworkPolicy', name);
    expect({ podSelector, policyTypes }).toEqual({
      podSelector: { matchLabels: labels },
      policyTypes: ['Ingress', 'Egress'],
    });
    expect(ingress[0].ports).toEqual([{ protocol: 'TCP', port: port?.containerPort }]);
  });
});

function flagOf(command: string, variable: string) {
  return [...flagsOf(command).values()].find((flag) => flag.variable === variable);
}

describe('the autoscaling', () => {
  const spec = specOf('HorizontalPodAutoscaler', 'buybox-worker');
  const { metric } = spec.metrics[0].external;

  it('reads a metric that exists, of the queue that the workers take jobs from', () => {
    expect(faultsOf(`max by (queue) (${metric.name}{queue="calls"})`)).toEqual([]);
    expect(metric.selector.matchLabels).toEqual({ queue: 'calls' });
  });

  it('scales the workers, from one on', () => {
    expect(spec.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'buybox-worker' });
    expect(spec.minReplicas).toBe(1);
    expect(specOf('Deployment', 'buybox-worker')).not.toHaveProperty('replicas');
  });

  it('has the rule for prometheus-adapter in the README', () => {
    expect(read(`${FOLDER}/README.md`)).toContain(`seriesQuery: '${metric.name}'`);
  });
});

it('the Service leads to the port of its pods', () => {
  const { selector, ports } = specOf('Service', 'buybox-service');
  expect(podOf('buybox-service').labels).toMatchObject(selector);
  expect(podOf('buybox-service').container.ports.map(({ name }) => name)).toContain(ports[0].targetPort);
});
