/** The receiver of the values of metrics: the registry for Prometheus, and the instruments of OpenTelemetry. */
import type { LabelsOf, MetricTable, MetricType } from './table.ts';

/** The names of a table's metrics of a type. */
export type NameOf<Table extends MetricTable, Type extends MetricType> = {
  [Name in keyof Table & string]: Table[Name]['type'] extends Type ? Name : never;
}[keyof Table & string];

/** A value of a metric that is read. */
export interface Reading {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Returns the current values of a metric, one for each set of labels. */
export type Read = () => readonly Reading[] | Promise<readonly Reading[]>;

/** Receives the values of the metrics of a table. */
export interface MetricSink<Table extends MetricTable> {
  /** Adds to a counter. */
  add<Name extends NameOf<Table, 'counter'>>(name: Name, labels: LabelsOf<Table[Name]>, value?: number): void;
  /** Sets a gauge. */
  set<Name extends NameOf<Table, 'gauge'>>(name: Name, labels: LabelsOf<Table[Name]>, value: number): void;
  /** Adds a value to a histogram. */
  observe<Name extends NameOf<Table, 'histogram'>>(name: Name, labels: LabelsOf<Table[Name]>, value: number): void;
}
