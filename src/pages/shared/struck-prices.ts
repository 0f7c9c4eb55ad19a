/** Struck-through prices, alike on products, tiles and offers (specification, ReferencePrice). */
import type { ReferencePrice } from '../../contract/data/shared.ts';

/** What a page shows of a struck-through price. */
export interface StruckPrice {
  amount: number;
  /** Verbatim, without the price itself. */
  label?: string | undefined;
  /** The price to pay now. */
  current: number | undefined;
  /** The percentage that the page renders for this price. */
  renderedPercent?: number | undefined;
}

/** Savings are never negative: the rendered percentage first, else derived from the two prices and rounded to the nearest whole. */
export function referencePrice({ amount, label, current, renderedPercent }: StruckPrice): ReferencePrice {
  const saved = current === undefined ? undefined : Math.round((amount - current) * 100) / 100;
  const percent = renderedPercent ?? (saved === undefined ? undefined : Math.round((saved / amount) * 100));
  const isSaving = saved === undefined || saved > 0;
  return {
    amount,
    label: label ?? null,
    savings_amount: saved !== undefined && isSaving ? saved : null,
    savings_percent: percent !== undefined && isSaving && percent > 0 ? percent : null,
  };
}

/** A moment as the wire has it: ISO 8601, UTC, whole seconds. */
export function momentText(moment: Date): string | undefined {
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString().replace(/\.\d+Z$/, 'Z');
}
