/** A plan as text, for the command line. */
import { durationText } from '../../options/duration.ts';
import type { ExpectedStaleness, PlannedCredits, WatchPlan } from './plan.ts';

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Returns a plan as a few lines of text. */
export function planText(plan: WatchPlan): string {
  const { targets, credits, minimum, looksPerDay, budget, roundMs, isFastEnough, usedUpAfterMs, usedUpAt } = plan;
  if (targets.length === 0) return 'No targets.\n';
  const learned = targets.filter(({ isLearned }) => isLearned).length;
  const lines = [
    `targets    ${number(targets.length)}, ${learned === 0 ? 'none' : number(learned)} with a known rate of change`,
    `credits    ${creditsText(credits)}`,
    ...(budget === undefined
      ? []
      : [
          `budget     ${number(budget.credits)} ${budget.per === 'total' ? 'in total' : `per ${budget.per}`}: ${enoughText(plan)}`,
        ]),
    ...(budget === undefined ? [] : [`minimum    ${creditsText(minimum)}`]),
    `looks      ${number(looksPerDay.least)} to ${number(looksPerDay.most)} a day for each target, half of them at least ${number(looksPerDay.median)}`,
    `staleness  ${stalenessText(plan)}`,
    ...(plan.meanAgeMs < plan.roundRobin.meanAgeMs * 0.995
      ? [`in turn    ${stalenessText(plan.roundRobin)}, with the same credits`]
      : []),
    ...(roundMs === undefined
      ? []
      : [`round      ${durationText(roundMs)}${isFastEnough ? '' : ': too slow for the planned looks'}`]),
    ...(usedUpAfterMs === undefined
      ? []
      : [
          `used up    after ${durationText(usedUpAfterMs)}${usedUpAt === undefined ? '' : `, on ${usedUpAt.slice(0, 10)}`}`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

function enoughText({ isEnough, stretch }: WatchPlan): string {
  if (isEnough) return 'enough for the longest interval of each target';
  return `not enough: all targets wait ${DIGITS.format(stretch)} times as long as their longest interval`;
}

function stalenessText({ meanAgeMs, freshness }: ExpectedStaleness): string {
  return `${durationText(meanAgeMs)} on average, up to date ${DIGITS.format(freshness * 100)} % of the time`;
}

function creditsText({ perHour, perDay, perMonth }: PlannedCredits): string {
  return `${number(perHour)} an hour, ${number(perDay)} a day, ${number(perMonth)} in 30 days`;
}

function number(value: number): string {
  return (value < 100 ? DIGITS : WHOLE).format(value);
}
