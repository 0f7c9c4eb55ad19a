/** The chart of calls and credits by hour. */
import { legend } from '../../display/bars.ts';
import { type Html, html } from '../../display/html.ts';
import { timeBars } from '../../display/plot.ts';
import type { Color } from '../../display/style.ts';
import { counted } from '../../display/text.ts';
import { HOUR_MS, hourOf, NO_CALLS, type Outcome } from '../request-record.ts';
import type { ServiceStore } from '../store.ts';

/** The parts of a bar from bottom to top, with their labels and colours. */
export const OUTCOMES: Readonly<Record<Outcome, readonly [name: string, color: Color]>> = {
  found: ['found', 'blue'],
  not_found: ['not found', 'grey'],
  rejected: ['rejected', 'ochre'],
  failed: ['failed', 'red'],
};
const COLORS = Object.fromEntries(Object.values(OUTCOMES));

const HOURS = 48;

/** Returns the section with the calls and credits of a key, or of all keys. */
export async function chartSection(store: ServiceStore, now: number, keyId?: string): Promise<Html> {
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  const starts = Array.from({ length: HOURS }, (_, index) => last - (HOURS - 1 - index) * HOUR_MS);
  const known = await store.counts({ since: starts[0] ?? last, until: now, keyId });
  const counts = new Map(known.map((one) => [one.hour, one]));
  const outcomes = Object.fromEntries(
    Object.entries(OUTCOMES).map(([outcome, [label]]) => [label, outcome as Outcome]),
  );
  const countsAt = (start: number) => counts.get(hourOf(start)) ?? NO_CALLS;
  const at = (start: number, label: string) => {
    const outcome = outcomes[label];
    return outcome === undefined ? 0 : countsAt(start)[outcome];
  };
  const credits = starts.map((start) => countsAt(start).credits);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const calls = sum(starts.flatMap((start) => Object.keys(COLORS).map((name) => at(start, name))));
  const title = `${counted(calls, 'call')}, ${counted(sum(credits), 'credit')}`;
  const name = { id: 'calls', title: 'Calls and credits by hour', description: `${title} in the last ${HOURS} hours` };
  return html`<section>
    <div class="row"><h2>Calls and credits by hour, UTC</h2> <span>${title} in the last ${HOURS} hours</span></div>
    ${legend([...Object.entries(COLORS), ['credits', 'line']])}
    ${timeBars(name, COLORS, { width: HOUR_MS, starts, at }, credits)}
  </section>`;
}

/** Returns a square in the colour of an outcome. */
export function swatch(outcome: Outcome): Html {
  return html`<svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${OUTCOMES[outcome][1]}" width="10" height="10" rx="2"></rect></svg>`;
}
