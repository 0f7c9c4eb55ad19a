/** The meaning of the pages of a look: the values that are known now, the changes, and the reports. */
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { type CompareContext, type Compared, compare } from '../changes/compare.ts';
import { doubtOf, settle } from '../changes/doubt.ts';
import type { Look } from '../look.ts';
import { lookAt } from '../looks/look-at.ts';
import { type CheckedRules, limitsOf, reported } from '../rules/rules.ts';
import { NEW_RATE, nextRate } from '../schedule/index.ts';
import type { Doubt, StoredTarget, TargetState } from '../store/store.ts';
import type { Change } from '../types.ts';
import type { WatchSettings } from './watch-options.ts';

/** The state of a target that was never looked at. */
export const NEW_STATE: TargetState = { visits: 0, rate: NEW_RATE, next_at: 0, failures: 0 };

/** The results of a look. */
export interface Judgement {
  look: Look;
  /** Set if a second look must confirm it. There are no changes then. */
  doubt?: Doubt;
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
  const { doubt: earlier, next_at: _, ...before } = target.state ?? NEW_STATE;
  const visits = before.visits + 1;
  // The store keeps checked rules.
  const rules = (target.when as CheckedRules | undefined) ?? when;
  const look = lookAt(target, envelopes);
  const { doubt, compared } = compareWith(before.known, earlier, look, confirm, {
    target,
    visit: visits,
    limits: limitsOf(rules),
  });
  if (doubt !== undefined || compared === undefined)
    return {
      look,
      ...(doubt && { doubt }),
      changes: [],
      reported: [],
      state: { ...before, visits, failures: 0, ...(doubt && { doubt }) },
    };
  const { drafts: changes, known } = compared;
  const { changes: passed, reported_at } = reported(changes, rules, before.reported_at);
  const elapsedMs = look.at - (before.known?.at ?? look.at);
  const rate =
    before.known === undefined ? before.rate : nextRate(before.rate, { elapsedMs, hasChanged: changes.length > 0 });
  const { reported_at: _reported, ...others } = before;
  const cooldowns = Object.keys(reported_at).length === 0 ? {} : { reported_at };
  return {
    look,
    changes,
    reported: passed,
    state: { ...others, visits, failures: 0, known, rate, ...cooldowns },
  };
}

/** Either a doubt, or what holds. */
function compareWith(
  known: TargetState['known'],
  earlier: Doubt | undefined,
  look: Look,
  confirm: WatchSettings['confirm'],
  context: CompareContext,
): { doubt?: Doubt; compared?: Compared } {
  if (earlier !== undefined) {
    const { doubt, ...compared } = settle(known, earlier, look, { ...context, confirm });
    return doubt === undefined ? { compared } : { doubt };
  }
  const compared = compare(known, look, { ...context, isConfirmed: confirm === 'never' });
  const reason = doubtOf(compared.drafts, known, look, confirm);
  return reason === undefined ? { compared } : { doubt: { look, reason } };
}
