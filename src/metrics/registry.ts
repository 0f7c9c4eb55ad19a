/** Counts the metrics of a table, and writes them in Prometheus's text format. */
import type { LabelsOf, MetricDefinition, MetricSink, MetricTable, NameOf, Read } from './table.ts';

/** Media type of the text format. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Number of sets of labels that a metric may have. Further ones are counted together. */
const MAX_SERIES = 2_000;
/** Value of all labels of the series that counts the rest. */
const OTHER = 'other';

interface Series {
  /** The labels, as they are written. */
  readonly labels: string;
  /** The value; of a histogram the sum of its values. */
  value: number;
  /** Of a histogram: number of values by bucket. */
  readonly counts: number[];
  /** Of a histogram: number of values. */
  count: number;
}

/** A metric, as it is counted or read. */
interface Metric extends MetricDefinition {
  readonly series: Map<string, Series>;
  read?: Read;
}

/** The metrics of a table. */
export class Registry<Table extends MetricTable> implements MetricSink<Table> {
  readonly #maxSeries: number;
  readonly #metrics = new Map<string, Metric>();

  constructor(table: Table, maxSeries = MAX_SERIES) {
    this.#maxSeries = maxSeries;
    for (const [name, definition] of Object.entries(table)) {
      this.#metrics.set(name, { ...definition, series: new Map() });
      // A counter without labels is there from the start, so that its first increase shows in a rate.
      if (definition.labels.length === 0 && definition.type === 'counter') this.seriesOf(name, {});
    }
  }

  add<Name extends NameOf<Table, 'counter'>>(name: Name, labels: LabelsOf<Table[Name]>, value = 1): void {
    this.seriesOf(name, labels).value += value;
  }

  set<Name extends NameOf<Table, 'gauge'>>(name: Name, labels: LabelsOf<Table[Name]>, value: number): void {
    this.seriesOf(name, labels).value = value;
  }

  observe<Name extends NameOf<Table, 'histogram'>>(name: Name, labels: LabelsOf<Table[Name]>, value: number): void {
    const series = this.seriesOf(name, labels);
    series.value += value;
    series.count++;
    const bucket = this.metric(name).buckets?.findIndex((bound) => value <= bound) ?? -1;
    if (bucket >= 0) series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
  }

  /** Reads a counter or a gauge whenever the text is written, instead of counting it. If the read fails, the text lacks the metric. */
  read(name: NameOf<Table, 'counter' | 'gauge'>, read: Read): void {
    this.metric(name).read = read;
  }

  /** Returns all metrics in Prometheus's text format. */
  async text(): Promise<string> {
    const blocks = await Promise.all(Array.from(this.#metrics, ([name, metric]) => blockOf(name, metric)));
    return blocks.flat().join('');
  }

  private metric(name: string): Metric {
    const metric = this.#metrics.get(name);
    if (metric === undefined) throw new TypeError(`${name} is not in the table of metrics`);
    return metric;
  }

  private seriesOf(name: string, labels: Readonly<Record<string, string>>): Series {
    const { labels: names, buckets = [], series: all } = this.metric(name);
    const text = labelText(names, labels);
    const known = all.get(text);
    if (known !== undefined) return known;
    const key =
      all.size < this.#maxSeries ? text : labelText(names, Object.fromEntries(names.map((label) => [label, OTHER])));
    const series = all.get(key) ?? { labels: key, value: 0, counts: buckets.map(() => 0), count: 0 };
    all.set(key, series);
    return series;
  }
}

async function blockOf(name: string, { type, help, labels: names, buckets, series, read }: Metric): Promise<string[]> {
  // A metric that cannot be read now must not hide the others.
  const readings = await Promise.resolve()
    .then(read)
    .catch(() => []);
  const lines =
    readings?.map(({ labels, value }) => line(name, labelText(names, labels), value)) ??
    Array.from(series.values()).flatMap((one) =>
      buckets === undefined ? line(name, one.labels, one.value) : histogramLines(name, one, buckets),
    );
  return lines.length === 0 ? [] : [`# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n`, ...lines];
}

function histogramLines(name: string, { labels, value, counts, count }: Series, buckets: readonly number[]): string[] {
  let below = 0;
  const lines = buckets.map((bound, index) => {
    below += counts[index] ?? 0;
    return line(`${name}_bucket`, joined(labels, `le="${bound}"`), below);
  });
  return [
    ...lines,
    line(`${name}_bucket`, joined(labels, 'le="+Inf"'), count),
    line(`${name}_sum`, labels, value),
    line(`${name}_count`, labels, count),
  ];
}

function joined(labels: string, label: string): string {
  return labels === '' ? label : `${labels},${label}`;
}

function labelText(names: readonly string[], labels: Readonly<Record<string, string>>): string {
  return names.map((name) => `${name}="${escaped(labels[name] ?? '').replaceAll('"', '\\"')}"`).join(',');
}

function line(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${numberText(value)}\n`;
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

/** Escapes what would end a line, or begin an escape. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
