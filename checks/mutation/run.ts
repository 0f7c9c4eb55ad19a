/** Runs many changes on many pages, and counts what they did. */
import { MutablePage, type PageInput, type Trial } from './page.ts';

/** How many changes of what. */
export interface RunOptions {
  seed: number;
  /** The number of changes over all pages. */
  count: number;
  /** The first change of each page. @default 0 */
  from?: number;
}

/** Counts of a run. */
export interface Figures {
  pages: number;
  mutations: number;
  /** Hard values that were compared. */
  values: number;
  /** Hard values that were another value, or appeared. */
  wrong: number;
  /** Changes with a wrong hard value. */
  wrongMutations: number;
  /** Struck prices and deals that were said not to be there. */
  denied: number;
  /** Hard values that were absent. */
  gone: number;
  /** Changes that made the page unreadable. */
  refused: number;
  /** Landmarks that were absent without a gap. */
  silent: number;
  /** Changes after which another value was another one. */
  softMutations: number;
}

const NO_FIGURES: Figures = {
  pages: 0,
  mutations: 0,
  values: 0,
  wrong: 0,
  wrongMutations: 0,
  denied: 0,
  gone: 0,
  refused: 0,
  silent: 0,
  softMutations: 0,
};

/** Runs the changes of some pages, an equal number for each. @param report Called with each change that did harm */
export function run(inputs: readonly PageInput[], options: RunOptions, report: (trial: Trial) => void): Figures {
  const figures = { ...NO_FIGURES };
  const { seed, count, from = 0 } = options;
  const each = Math.ceil(count / (inputs.length || 1));
  for (const input of inputs) {
    const page = MutablePage.open(input);
    if (page === undefined) continue;
    figures.pages++;
    for (let at = from; at < from + each; at++) {
      const trial = page.trial(seed, at);
      if (trial !== undefined) {
        add(figures, trial, page.values);
        if (isHarmful(trial)) report(trial);
      }
    }
  }
  return figures;
}

function add(figures: Figures, { verdict }: Trial, values: number): void {
  const { wrong, denied, gone, soft, silent, isRefused } = verdict;
  figures.mutations++;
  figures.values += values;
  figures.wrong += wrong.length;
  if (wrong.length > 0) figures.wrongMutations++;
  figures.denied += denied.length;
  figures.gone += gone.length;
  if (isRefused) figures.refused++;
  figures.silent += silent.length;
  if (soft.length > 0) figures.softMutations++;
}

function isHarmful({ verdict: { wrong, denied, silent, soft } }: Trial): boolean {
  return wrong.length + denied.length + silent.length + soft.length > 0;
}

/** Returns the sum of figures. */
export function sumOf(parts: readonly Figures[]): Figures {
  const sum = { ...NO_FIGURES };
  for (const part of parts) for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += part[name];
  return sum;
}

/** Returns a change that did harm in one line for each value: the seed, the page and the number replay it. */
export function linesOf(seed: number, { page, at, mutation, verdict, field }: Trial): string[] {
  const head = `--seed ${seed} --page ${page} --at ${at}: ${mutation.what} (aimed at ${field})`;
  const lines = (['wrong', 'denied', 'soft'] as const).flatMap((name) =>
    verdict[name].map(({ path, before, after }) => `${name} ${path}: ${short(before)} -> ${short(after)} | ${head}`),
  );
  return [...lines, ...verdict.silent.map((name) => `silent ${name} | ${head}`)];
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
