/** The meaning of the pages of a look: the values that are known now, the changes, and the reports. */
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { weighed } from '../changes/doubt.ts';
import type { Look } from '../look.ts';
import { lookAt } from '../looks/look-at.ts';
import { type CheckedRules, limitsOf, reported } from '../rules.ts';
import { NEW_RATE, nextRate } from '../schedule/schedule.ts';
import type { StoredTarget, TargetState } from '../store/store.ts';
import type { Change } from '../types.ts';
import type { WatchSettings } from './watch-options.ts';

/** The state of a target that was never looked at. */
export const NEW_STATE: TargetState = { visits: 0, rate: NEW_RATE, next_at: 0, failures: 0 };

/** The results of a look. */
export interface Judgement {
  /** Whether the marketplace knows the page. */
  found: boolean;
  /** The values without those that wait for a second look. Absent if it is doubtful whether there is a page. */
  look?: Look | undefined;
  /** Set if a second look must follow soon: why. */
  reason?: string | undefined;
  /** All changes. */
  changes: readonly Change[];
  /** Those that the rules let through. */
  reported: readonly Change[];
  /** The state of the target, without the time of the next look. */
  state: Omit<TargetState, 'next_at'>;
}

/** Compares the pages of a look with what is known of the target. */
export function judged(
  target: StoredTarget,
  envelopes: readonly AnyEnvelope[],
  { confirm, when }: Pick<WatchSettings, 'confirm' | 'when'>,
): Judgement {
  const { doubt: earlier, next_at: _, reported_at: _reported, ...before } = target.state ?? NEW_STATE;
  const visits = before.visits + 1;
  // The store keeps checked rules.
  const rules = (target.when as CheckedRules | undefined) ?? when;
  const seen = lookAt(target, envelopes);
  const context = { target, visit: visits, limits: limitsOf(rules), confirm };
  const { look, drafts: changes, known, doubt, reason, isNews } = weighed(before.known, seen, earlier, context);
  const { changes: passed, reported_at } = reported(changes, rules, target.state?.reported_at);
  const elapsedMs = seen.at - (before.known?.at ?? seen.at);
  const rate =
    before.known === undefined || look === undefined ? before.rate : nextRate(before.rate, elapsedMs, isNews);
  const cooldowns = Object.keys(reported_at).length === 0 ? {} : { reported_at };
  return {
    found: seen.found,
    look,
    reason,
    changes,
    reported: passed,
    state: { ...before, visits, failures: 0, known, rate, ...cooldowns, ...(doubt && { doubt }) },
  };
}
