import { describe, expect, it } from 'vitest';
import { filesIn, flagsOf, read, valuesOf, variablesOf, yaml } from './files.ts';

interface Container {
  image: string;
  command: string[];
  environment: Record<string, string>;
  ports?: string[];
  deploy?: { replicas: number };
  networks: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
  read_only?: boolean;
}
interface Compose {
  services: Record<'redis' | 'service' | 'worker' | 'prometheus' | 'grafana', Container>;
  networks: Record<string, { internal?: boolean }>;
}
interface Prometheus {
  rule_files: string[];
  scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
}

const file = read('examples/compose/compose.yaml');
const compose = yaml('examples/compose/compose.yaml') as Compose;
const { redis, service, worker } = compose.services;
const seconds = (text = '') => Number(/^(\d+)s$/.exec(text)?.[1]);

describe('compose.yaml', () => {
  it('runs commands and flags that exist', () => {
    expect(valuesOf(service.command)).toEqual(new Map());
    const values = valuesOf(worker.command);
    expect(values.get('--metrics-port')).toBe(9464);
    expect(values.get('--grace')).toBe(60_000);
    expect(() => valuesOf(['worker', '--nothing'])).toThrow('no flag');
    expect(() => valuesOf(['worker', '--grace', 'long'])).toThrow('grace');
  });

  it.each(['service', 'worker'] as const)('sets variables that the %s reads', (name) => {
    const known = variablesOf(name === 'service' ? 'serve' : 'worker');
    const own = Object.keys(compose.services[name].environment);
    expect(own.filter((variable) => !known.includes(variable))).toEqual([]);
    expect(own).toContain('BUYBOX_REDIS_URL');
  });

  it('publishes ports on loopback only, those that the programs listen on', () => {
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports);
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(service.ports).toEqual([`127.0.0.1:8787:${flagsOf('serve').get('--port')?.defaultValue}`]);
    expect(redis.ports).toBeUndefined();
    expect(redis.networks.every((network) => compose.networks[network]?.internal)).toBe(true);
  });

  it('starts with no secret that was not set', () => {
    const example = read('examples/compose/env.example').split('\n');
    const secrets = example.filter((line) => /^\w+=$/.test(line));
    expect(secrets).toEqual(['REDIS_PASSWORD=', 'BUYBOX_OPERATOR_TOKEN=', 'GRAFANA_PASSWORD=']);
    const uses = [...file.matchAll(/\$\{(\w+)(:?[?-][^}]*)?\}/g)];
    for (const secret of secrets.map((line) => line.replace('=', ''))) {
      const own = uses.filter(([, name]) => name === secret);
      expect(own.length).toBeGreaterThan(0);
      for (const [, , rule] of own) expect(rule).toMatch(/^:\?/);
    }
    expect(file).not.toMatch(/password: *\w/i);
  });

  it('keeps what is in Redis', () => {
    const command = redis.command.join(' ');
    for (const setting of ['--appendonly yes', '--maxmemory-policy noeviction', '--requirepass'])
      expect(command).toContain(setting);
  });

  it('runs four workers, which can stop gracefully', () => {
    expect(worker.deploy?.replicas).toBe(4);
    const graceMs = valuesOf(worker.command).get('--grace') as number;
    // Handing jobs back takes a moment.
    expect(seconds(worker.stop_grace_period)).toBeGreaterThanOrEqual(graceMs / 1000 + 10);
    expect(seconds(service.stop_grace_period)).toBeGreaterThan(90);
  });

  it('waits for a healthy Redis, and has a health check for each container', () => {
    for (const each of [service, worker]) expect(each.depends_on?.redis?.condition).toBe('service_healthy');
    // The image of the others has one: see the Dockerfile.
    for (const name of ['redis', 'prometheus', 'grafana'] as const)
      expect(compose.services[name].healthcheck?.test.length).toBeGreaterThan(1);
  });

  it('lets the containers of this package write nothing', () => {
    for (const each of [service, worker]) expect(each.read_only).toBe(true);
  });
});

describe('Prometheus and Grafana', () => {
  it('scrape each service and worker on the port of its metrics', () => {
    const { scrape_configs, rule_files } = yaml('examples/compose/prometheus/prometheus.yml') as Prometheus;
    const targets = scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs);
    expect(targets.map(({ names: [name], port }) => ({ name, port }))).toEqual([
      { name: 'service', port: flagsOf('serve').get('--port')?.defaultValue },
      { name: 'worker', port: valuesOf(worker.command).get('--metrics-port') },
    ]);
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(['service', 'worker']));
    for (const name of rule_files) expect(read(`examples/compose/prometheus/${name}`)).toContain('groups:');
  });

  it('read folders that the containers have', () => {
    const provider = read('examples/compose/grafana/provisioning/dashboards/buybox.yaml');
    const [, path = ''] = /path: (.+)/.exec(provider) ?? [];
    expect(file).toContain(`./grafana/dashboards:${path}:ro`);
    expect(filesIn('examples/compose/grafana/dashboards')).toHaveLength(1);
    expect(read('examples/compose/grafana/provisioning/datasources/prometheus.yaml')).toContain(
      'url: http://prometheus:9090',
    );
  });
});

it('the README says what could not be run', () => {
  expect(read('examples/compose/README.md')).toContain('The containers were not started');
});
