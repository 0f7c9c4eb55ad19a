/** Reads the names of metrics and labels in expressions of Prometheus. */
import { METRICS, type MetricDefinition } from '../src/metrics/table.ts';

const TABLE: Readonly<Record<string, MetricDefinition>> = METRICS;

/** Words of the language. */
const KNOWN = new Set(
  'sum min max rate increase histogram_quantile absent by on group_left or and label_values'.split(' '),
);
/** Labels that Prometheus adds. */
const ADDED = ['job', 'instance'];

/** Returns the definition of a metric; of the parts of a histogram, that of the histogram. */
function definitionOf(name: string): (MetricDefinition & { part: string }) | undefined {
  const [, base = name, part = ''] = /^(.+?)(?:_(bucket|sum|count))?$/.exec(name) ?? [];
  const own = TABLE[name];
  if (own !== undefined) return { ...own, part: '' };
  const histogram = TABLE[base];
  return histogram?.type === 'histogram' ? { ...histogram, part } : undefined;
}

/** Returns what is wrong with an expression: metrics, labels and functions that do not exist, rates of gauges. */
export function faultsOf(expression: string): string[] {
  const faults: string[] = [];
  const text = expression.replace(/"[^"]*"/g, '""');
  const metrics = [...text.matchAll(/\b(?:buybox|process)_\w+/g)].map(([name]) => name);
  if (metrics.length === 0) faults.push('no metric');
  const labels = new Set(ADDED);
  for (const name of metrics) {
    const definition = definitionOf(name);
    if (definition === undefined) {
      faults.push(`unknown metric ${name}`);
      continue;
    }
    for (const label of definition.labels) labels.add(label);
    if (definition.part === 'bucket') labels.add('le');
    if (definition.type === 'histogram' && definition.part === '') faults.push(`${name} has no part`);
  }
  for (const [, name = ''] of text.matchAll(/\b(?:rate|increase)\((\w+)/g))
    if (definitionOf(name)?.type === 'gauge') faults.push(`rate of the gauge ${name}`);
  const used = [
    ...[...text.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
    ...[...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label = '']) => label),
    ),
  ];
  for (const label of used) if (!labels.has(label)) faults.push(`unknown label ${label}`);
  const rest = text
    .replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|on) \([^)]*\)/g, ' ')
    .replace(/\b(?:buybox|process)_\w+/g, ' ')
    .replace(/label_values\([^)]*\)/, ' ');
  for (const [word] of rest.matchAll(/[a-z_]\w*/gi)) if (!KNOWN.has(word)) faults.push(`unknown word ${word}`);
  return faults;
}
