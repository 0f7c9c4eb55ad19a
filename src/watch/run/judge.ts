/** The meaning of the pages of a look: the values that are known now, the changes, and the reports. */
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { weighed } from '../compare/doubt.ts';
import { lookAt } from '../looks/look-at.ts';
import { type CheckedRules, limitsOf, reported } from '../rules.ts';
import { NEW_RATE, nextRate } from '../schedule/schedule.ts';
import type { StoredTarget, TargetState } from '../store/store.ts';
import type { WatchSettings } from './watch-options.ts';

/** The state of a target that was never looked at. */
export const NEW_STATE: TargetState = { visits: 0, rate: NEW_RATE, next_at: 0, failures: 0 };

/** The results of a look. */
export type Judgement = ReturnType<typeof judged>;

/** Compares the pages of a look with what is known of the target. */
export function judged(
  target: StoredTarget,
  envelopes: readonly AnyEnvelope[],
  { confirm, when }: Pick<WatchSettings, 'confirm' | 'when'>,
) {
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
  const counts = { visits, failures: 0, known, rate };
  const state: Omit<TargetState, 'next_at'> = { ...before, ...counts, ...cooldowns, ...(doubt && { doubt }) };
  return {
    found: seen.found,
    /** The values without those that wait for a second look. Absent if it is doubtful whether there is a page. */
    look,
    /** Set if a second look must follow soon: why. */
    reason,
    changes,
    /** The changes that the rules let through. */
    reported: passed,
    state,
  };
}
