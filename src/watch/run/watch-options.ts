/** The checks of the options of watches. */
import { LANGUAGES, MARKETPLACES } from '../../contract/codes.ts';
import type { AnyMarketplace } from '../../contract/marketplace.ts';
import { budgetList, checkedBudgets } from '../../ledger/budget.ts';
import {
  abortSignal,
  clock,
  filePath,
  functionFor,
  invalidSetting,
  LONGEST_TIMER_MS,
  objectWith,
  oneOf,
  type Setting,
  trueOrFalse,
  wholeNumber,
} from '../../options/checks.ts';
import { duration } from '../../options/duration.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { type CheckedRules, checkedRules } from '../rules.ts';
import { SHORTEST_MS } from '../schedule/schedule.ts';
import { type ChangeHandler, type ChangeSink, type Refusal, receiverName } from '../sinks.ts';
import type { WatchStore } from '../store/store.ts';
import { everyMsIn } from '../targets/stored-target.ts';
import { MACHINE_CLOCK, type WatchClock } from './clock.ts';
import { quietEnd, quietHours } from './quiet-hours.ts';
import type { CloseWatchOptions, WatchEventDetails, WatchOptions } from './watch-types.ts';

/** Options after their check. */
type CheckedOptions = Omit<WatchOptions, 'when'> & { when?: CheckedRules | undefined };

const WATCH_OPTIONS: OptionTable<CheckedOptions> = {
  every: { check: everyMsIn },
  jitter: { check: share },
  budget: { check: checkedBudgets },
  concurrency: { check: (setting) => wholeNumber(setting, 1, 10_000) },
  signal: { check: abortSignal },
  when: { check: checkedRules },
  confirm: { check: (setting) => oneOf(setting, ['doubtful', 'always', 'never']) },
  confirmAfter: { check: (setting) => duration(setting, 1) },
  quietHours: { check: quietHours },
  deliver: { check: sinksIn },
  store: {
    check: objectWith<WatchStore>(
      ['record', 'targets'],
      'a store of a watch, such as the result of sqliteWatchStore()',
    ),
  },
  db: { check: filePath },
  learn: { check: trueOrFalse },
  shortest: { check: everyMsIn },
  once: { check: trueOrFalse },
  others: { check: (setting) => oneOf(setting, ['remove', 'keep']) },
  marketplace: { check: (setting) => oneOf(setting, MARKETPLACES) },
  language: { check: (setting) => oneOf(setting, LANGUAGES) },
  onEvent: { check: functionFor<NonNullable<WatchOptions['onEvent']>>() },
  now: { check: clock },
  sleep: { check: functionFor<NonNullable<WatchOptions['sleep']>>() },
};

const CLOSE_OPTIONS: OptionTable<CloseWatchOptions> = { graceMs: { check: (setting) => duration(setting, 0) } };

/** The options of a watch with all defaults. */
export type WatchSettings = ReturnType<typeof watchSettings>;

/** The function with which the parts of a watch report. Returns whether somebody receives it. */
export type Emit = <Type extends keyof WatchEventDetails>(type: Type, details: WatchEventDetails[Type]) => boolean;

/** The parts of a running watch, for its looks and its deliveries. */
export interface WatchParts {
  /** Identifies this run. */
  id: string;
  settings: WatchSettings;
  marketplace: AnyMarketplace;
  store: WatchStore;
  emit: Emit;
  /** Aborts when no further look or delivery may start. */
  stopping: AbortSignal;
  /** Aborts when running looks and deliveries must end. */
  ending: AbortSignal;
  /** Returns the names of the receivers of changes, at the moment. */
  receivers: () => readonly string[];
  /** Called when changes wait for their delivery. */
  onChanges: () => void;
}

/** Returns the checked options of a watch. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export function watchSettings(options: WatchOptions) {
  const checked = readOptions('watch', WATCH_OPTIONS, options);
  const { store, db, now, sleep } = checked;
  if (store !== undefined && db !== undefined)
    throw invalidSetting('db', undefined, 'cannot be combined with store: expected one of them.');
  const clock: WatchClock =
    now === undefined && sleep === undefined
      ? MACHINE_CLOCK
      : { now: now ?? MACHINE_CLOCK.now, sleep: sleep ?? MACHINE_CLOCK.sleep };
  return {
    ...checked,
    clock,
    /** Whether the state outlasts the watch. */
    isKept: store !== undefined || db !== undefined,
    everyMs: checked.every ?? 3_600_000,
    confirmAfterMs: checked.confirmAfter ?? 60_000,
    shortestMs: checked.shortest ?? SHORTEST_MS,
    jitter: checked.jitter ?? 0.1,
    budgets: budgetList(checked.budget),
    concurrency: checked.concurrency ?? 10,
    confirm: checked.confirm ?? 'doubtful',
    quietEnd: checked.quietHours === undefined ? () => undefined : quietEnd(checked.quietHours),
    sinks: (checked.deliver ?? []) as readonly ChangeSink[],
    once: checked.once ?? false,
    others: checked.others ?? 'remove',
  };
}

/** Returns how long running looks may go on after `close` [milliseconds]. */
export function closeGraceMs(options: CloseWatchOptions): number {
  return readOptions('close', CLOSE_OPTIONS, options).graceMs ?? 30_000;
}

function share({ name, value }: Setting): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw invalidSetting(name, value, 'is not valid: expected a number from 0 to 1.');
}

/** Returns the sinks: a function is one too. */
function sinksIn({ name, value }: Setting): readonly ChangeSink[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  let functions = 0;
  const sinks = given.map((one, index): ChangeSink => {
    const place = Array.isArray(value) ? `${name}[${index}]` : name;
    if (typeof one === 'function') return functionSink(one as ChangeHandler, ++functions);
    const sink = Object(one) as Partial<ChangeSink>;
    if (typeof sink.deliver !== 'function')
      throw invalidSetting(place, one, 'is not valid: expected a function, or a sink with the method deliver.');
    receiverName({ name: `${place}.name`, value: sink.name });
    checkedMembers(place, sink);
    return one as ChangeSink;
  });
  const twice = sinks.find((sink, index) => sinks.findIndex((other) => other.name === sink.name) !== index);
  if (twice === undefined) return sinks;
  throw invalidSetting(
    name,
    undefined,
    `has two sinks with the name "${twice.name}": expected different names. Set the option name of one.`,
  );
}

/** A sink can be an object of a class: its other members are its own. */
function checkedMembers(
  place: string,
  { concurrency, firstRetryMs, longestRetryMs, close }: Partial<ChangeSink>,
): void {
  wholeNumber({ name: `${place}.concurrency`, value: concurrency }, 1, 1_000);
  for (const [name, value] of Object.entries({ firstRetryMs, longestRetryMs }))
    wholeNumber({ name: `${place}.${name}`, value }, 1, LONGEST_TIMER_MS);
  if (close !== undefined && typeof close !== 'function')
    throw invalidSetting(`${place}.close`, close, 'is not valid: expected a function.');
}

function functionSink(handler: ChangeHandler, number: number): ChangeSink {
  return {
    name: number === 1 ? 'function' : `function-${number}`,
    deliver: async (change, signal) => (await handler(change, signal)) as Refusal | undefined,
  };
}
