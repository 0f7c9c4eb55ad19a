/** The instruments of OpenTelemetry, made from the table of metrics. */
import type { Meter, Observable } from '@opentelemetry/api';
import {
  type LabelsOf,
  METRICS,
  type MetricDefinition,
  type MetricSink,
  type NameOf,
  type Read,
} from '../metrics/table.ts';

type Table = typeof METRICS;
/** The methods of a meter that make instruments. */
type Maker = 'createCounter' | 'createGauge' | 'createHistogram';

/** Suffixes of names that OpenTelemetry has as units. */
const UNITS: Readonly<Record<string, string>> = { seconds: 's', bytes: 'By' };

/**
 * Returns the name and the unit of an instrument: `buybox.parse_duration` in `s` for `buybox_parse_duration_seconds`. Exporters to Prometheus make the
 * name of the table of it again.
 */
export function instrumentOf(name: string): { name: string; unit?: string } {
  const [, base = name, suffix = ''] = /^buybox_(.+?)(?:_(seconds|bytes))?(?:_total)?$/.exec(name) ?? [];
  const unit = UNITS[suffix];
  return { name: `buybox.${base}`, ...(unit === undefined ? {} : { unit }) };
}

/** Counts the metrics of the table with the instruments of a meter. */
export class Instruments implements MetricSink<Table> {
  readonly #meter: Meter;
  readonly #made = new Map<string, ReturnType<Meter[Maker]>>();
  readonly #reads: (() => void)[] = [];

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  add<Name extends NameOf<Table, 'counter'>>(name: Name, labels: LabelsOf<Table[Name]>, value = 1): void {
    this.#instrument(name, 'createCounter').add(value, labels);
  }

  set<Name extends NameOf<Table, 'gauge'>>(name: Name, labels: LabelsOf<Table[Name]>, value: number): void {
    this.#instrument(name, 'createGauge').record(value, labels);
  }

  observe<Name extends NameOf<Table, 'histogram'>>(name: Name, labels: LabelsOf<Table[Name]>, value: number): void {
    this.#instrument(name, 'createHistogram').record(value, labels);
  }

  /** Reads a gauge whenever metrics are collected. A value that cannot be read is absent. */
  read(name: NameOf<Table, 'gauge'>, read: Read): void {
    const gauge: Observable = this.#meter.createObservableGauge(...describe(name));
    const callback = async (result: { observe(value: number, labels: Readonly<Record<string, string>>): void }) => {
      const readings = await Promise.resolve()
        .then(read)
        .catch(() => []);
      for (const { labels, value } of readings) result.observe(value, labels);
    };
    gauge.addCallback(callback);
    this.#reads.push(() => gauge.removeCallback(callback));
  }

  #instrument<Make extends Maker>(name: keyof Table, make: Make): ReturnType<Meter[Make]> {
    const made = this.#made.get(name) ?? this.#meter[make](...describe(name));
    this.#made.set(name, made);
    return made as ReturnType<Meter[Make]>;
  }

  /** Ends all reads. */
  stop(): void {
    for (const stop of this.#reads.splice(0)) stop();
  }
}

function describe(metric: keyof Table) {
  const { help, buckets }: MetricDefinition = METRICS[metric];
  const { name, ...unit } = instrumentOf(metric);
  const advice = buckets === undefined ? {} : { advice: { explicitBucketBoundaries: [...buckets] } };
  return [name, { description: help, ...unit, ...advice }] as const;
}
