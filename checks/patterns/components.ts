/** The loops of an automaton. */
import type { Automaton } from './automaton.ts';

/** The number of the strongly connected component of each state (Tarjan). */
export function componentsOf(edges: Automaton['edges']): number[] {
  const index: number[] = [];
  const low: number[] = [];
  const component: number[] = [];
  const stack: number[] = [];
  const visit = (state: number): void => {
    index[state] = low[state] = stack.push(state) + component.length;
    const mine = index[state] ?? 0;
    for (const { to } of edges[state] ?? []) {
      if (index[to] === undefined) visit(to);
      if (component[to] === undefined) low[state] = Math.min(low[state] ?? mine, low[to] ?? mine);
    }
    if (low[state] !== mine) return;
    for (;;) {
      const one = stack.pop();
      if (one === undefined) return;
      component[one] = state;
      if (one === state) return;
    }
  };
  edges.forEach((_, state) => {
    if (index[state] === undefined) visit(state);
  });
  return component;
}
