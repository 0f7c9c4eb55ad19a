import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../checks/promql.ts';
import { METRICS } from '../../src/metrics/table.ts';
import { read, yaml } from './files.ts';

interface Panel {
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}
interface Dashboard {
  panels: Panel[];
  templating: { list: { name: string; query: unknown }[] };
}
interface Alerts {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string; description: string } }[] }[];
}

const dashboard = JSON.parse(read('examples/compose/grafana/dashboards/buybox.json')) as Dashboard;
const alerts = (yaml('examples/compose/prometheus/alerts.yml') as Alerts).groups.flatMap(({ rules }) => rules);
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => [title, expr, legendFormat] as const),
);

describe('the check of expressions', () => {
  it.each([
    ['sum(rate(buybox_nothing_total[5m]))', 'unknown metric buybox_nothing_total'],
    ['sum by (shop) (buybox_queue_depth)', 'unknown label shop'],
    ['buybox_queue_depth{shop="a"}', 'unknown label shop'],
    ['rate(buybox_queue_depth[5m])', 'rate of the gauge buybox_queue_depth'],
    ['rate(buybox_parse_duration_seconds[5m])', 'buybox_parse_duration_seconds has no part'],
    ['sumo(buybox_queue_depth)', 'unknown word sumo'],
    ['1 + 1', 'no metric'],
  ])('finds what is wrong with %s', (expression, fault) => {
    expect(faultsOf(expression)).toContain(fault);
  });
});

describe('the Grafana dashboard', () => {
  it.each(queries)('%s: queries metrics and labels that exist: %s', (_, expression) => {
    expect(faultsOf(expression)).toEqual([]);
  });

  it.each(queries)('%s: names the series by labels of its query: %s', (_, expression, legend) => {
    for (const [, label] of legend.matchAll(/\{\{(\w+)\}\}/g))
      expect(expression).toMatch(new RegExp(`by \\([^)]*\\b${label}\\b`));
  });

  it('has no panels that overlap, and a title for each', () => {
    const places = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(places).size).toBe(places.length);
    expect(dashboard.panels.every(({ title }) => title.length > 0)).toBe(true);
  });

  it('shows every metric of this package', () => {
    const text = queries.map(([, expression]) => expression).join(' ');
    const own = Object.keys(METRICS).filter((name) => name.startsWith('buybox_') && name !== 'buybox_queue_paused');
    // A hosted service that changes its contract is a reason to update, not to watch.
    expect(own.filter((name) => !text.includes(name))).toEqual(['buybox_drift_total']);
  });

  it('offers the marketplaces that were called', () => {
    const queried = dashboard.templating.list.find(({ name }) => name === 'marketplace')?.query as { query: string };
    expect(queried.query).toBe('label_values(buybox_page_requests_total, marketplace)');
    expect(METRICS.buybox_page_requests_total.labels).toContain('marketplace');
  });
});

describe('the alert rules', () => {
  it.each(alerts.map(({ alert, expr }) => [alert, expr]))('%s uses metrics and labels that exist: %s', (_, expr) => {
    expect(faultsOf(expr)).toEqual([]);
  });

  it.each(alerts)('$alert says what to do, with labels of its expression', ({ expr, annotations }) => {
    expect(annotations.description).toMatch(/^[A-Z].+\.$/s);
    for (const [, label] of annotations.summary.matchAll(/\$labels\.(\w+)/g))
      expect(expr).toMatch(new RegExp(`by \\([^)]*\\b${label}\\b`));
  });

  it('cover the age of the queue, blocks, credits that end, and dead letters', () => {
    const names = alerts.map(({ alert }) => alert);
    for (const name of ['BuyboxQueueOld', 'BuyboxBlocked', 'BuyboxCreditsEnding', 'BuyboxDeadLetters'])
      expect(names).toContain(name);
  });
});
