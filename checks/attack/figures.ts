/** Counts what a run tried and what came out. The figures are kept in a file, so that a run can be continued. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { COMPARED_BYTES } from './memory.ts';
import type { Plan } from './plan.ts';
import type { Job, Result } from './run.ts';

/** A page of a list in the figures. */
export interface Shown {
  job: Job;
  number: number;
  what: string;
  size: number;
  cpu: number;
  detail?: string;
}

export interface FigureData {
  seed: number;
  count: number;
  /** The number of pages that the attacks change. */
  pages: number;
  /** All series of growth. */
  series: number;
  /** The number of slots of each page type. */
  slots: Record<string, number>;
  /** The numbers that are done, by job, as ranges. */
  done: Record<Job, [from: number, to: number][]>;
  /** Pages by job, kind, page type, entry point, size and outcome. */
  counts: Record<string, Record<string, number>>;
  characters: number;
  cpu: number;
  /** The highest share of the limit, memory by memory of parse5, and growth. */
  slowest: Shown[];
  memory: { count: number; compared: number; highest: (Shown & { ratio: number })[] };
  growth: { count: number; measured: number; steepest: (Shown & { factor: number })[] };
  failures: (Shown & { kind: string })[];
}

/** Entries in each list. */
const LENGTH = 10;

export class Figures {
  readonly data: FigureData;
  readonly #file: string | undefined;
  #unsaved = 0;

  private constructor(data: FigureData, file: string | undefined) {
    this.data = data;
    this.#file = file;
  }

  /** Opens the figures of a file, or begins. @throws Error if the file is of another run */
  static open({ seed, count, series, plan, pages, file }: OpenOptions): Figures {
    if (file !== undefined && existsSync(file)) {
      const data: FigureData = JSON.parse(readFileSync(file, 'utf8'));
      if (data.seed !== seed) throw new Error(`${file} is of a run with --seed ${data.seed}`);
      return new Figures({ ...data, count }, file);
    }
    const slots = Object.fromEntries(
      Object.entries(plan).map(([type, { paths, markers, states }]) => [
        type,
        paths.length + markers.length + states.length,
      ]),
    );
    const lists = {
      slowest: [],
      failures: [],
      memory: { count: 0, compared: 0, highest: [] },
      growth: { count: 0, measured: 0, steepest: [] },
    };
    return new Figures(
      {
        seed,
        count,
        pages,
        series,
        slots,
        done: { attack: [], growth: [], memory: [] },
        counts: {},
        characters: 0,
        cpu: 0,
        ...lists,
      },
      file,
    );
  }

  /** Returns the numbers that are not done. */
  missing(job: Job, numbers: readonly number[]): number[] {
    const ranges = this.data.done[job];
    return numbers.filter((number) => !ranges.some(([from, to]) => from <= number && number <= to));
  }

  /** Adds a result. */
  add(job: Job, result: Result): void {
    const { data } = this;
    const { number, kind, type, entry = 'parsePage', size, cpu, failure, what } = result;
    addNumber(data.done[job], number);
    const shown: Shown = { job, number, what: shortened(what), size, cpu: Number.isNaN(cpu) ? -1 : cpu };
    if (failure !== undefined) data.failures.push({ ...shown, kind: failure.kind, detail: shortened(failure.detail) });
    this.#count('job', job);
    if (job === 'attack') {
      for (const [name, value] of Object.entries({ kind, type, entry, size: sizeName(size), result: result.result }))
        this.#count(name, value);
      data.characters += size;
      data.cpu += cpu || 0;
      keep(data.slowest, shown, (one) => one.cpu / Math.max(1, one.size / 1_000_000));
    }
    if (job === 'memory') this.#addMemory(shown, result);
    if (job === 'growth') this.#addGrowth(shown, result);
    if (++this.#unsaved % 200 === 0) this.save();
  }

  #addMemory(shown: Shown, { held = 0, bare = 0 }: Result): void {
    const { memory } = this.data;
    memory.count++;
    if (bare < COMPARED_BYTES) return;
    memory.compared++;
    keep(memory.highest, { ...shown, ratio: held / bare }, ({ ratio }) => ratio);
  }

  #addGrowth(shown: Shown, { times = [] }: Result): void {
    const { growth } = this.data;
    growth.count++;
    const [before, last] = times.slice(-2);
    // Three sizes: the time was long enough to measure the doublings.
    if (times.length < 3 || before === undefined || last === undefined || last[0] / before[0] > 2.1) return;
    growth.measured++;
    const detail = times.map(([size, cpu]) => `${Math.round(size / 1000)} kB ${Math.round(cpu)} ms`).join(', ');
    keep(growth.steepest, { ...shown, detail, factor: last[1] / before[1] }, ({ factor }) => factor);
  }

  #count(name: string, value: string): void {
    const { counts } = this.data;
    counts[name] = { ...counts[name], [value]: (counts[name]?.[value] ?? 0) + 1 };
  }

  save(): void {
    if (this.#file === undefined) return;
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.data));
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** Returns the progress in a line. */
  line(job: Job): string {
    const { counts, cpu, failures } = this.data;
    return `${job}: ${counts.job?.[job]} done, ${Math.round(cpu / 1000)} s of CPU time, ${failures.length} failures`;
  }

  summary(): string {
    const { failures, slowest, counts, memory, growth } = this.data;
    const lines = slowest.map(
      ({ cpu, size, number, what }) => `${Math.round(cpu)} ms, ${size} characters: --only ${number} ${what}`,
    );
    return [
      JSON.stringify(counts, null, 1),
      ...lines,
      `memory: ${memory.highest.map(({ ratio }) => ratio.toFixed(2)).join(' ')}`,
      `growth: ${growth.steepest.map(({ factor, detail, what }) => `\n  ${factor.toFixed(1)} ${detail} ${what}`).join('')}`,
      `${failures.length} failures`,
    ].join('\n');
  }
}

export interface OpenOptions {
  seed: number;
  count: number;
  series: number;
  plan: Plan;
  pages: number;
  file: string | undefined;
}

function addNumber(ranges: [number, number][], number: number): void {
  const range = ranges.find(([from, to]) => number >= from - 1 && number <= to + 1);
  if (range === undefined) ranges.push([number, number]);
  else {
    range[0] = Math.min(range[0], number);
    range[1] = Math.max(range[1], number);
  }
}

function keep<T>(list: T[], one: T, by: (one: T) => number): void {
  list.push(one);
  list.sort((a, b) => by(b) - by(a));
  list.splice(LENGTH);
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 297)}...` : text;
}

function sizeName(size: number): string {
  if (size < 100_000) return 'to 100 kB';
  return size < 1_000_000 ? 'to 1 MB' : 'to 20 MB';
}
