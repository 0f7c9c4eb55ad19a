/** The rules of a watch: checked, and applied to changes. */
import { invalidSetting, type Setting, wholeNumber } from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { membersIn, type OptionTable } from '../options/table.ts';
import { CHANGES, type Limits } from './changes.ts';
import type {
  Change,
  ChangeType,
  ContentRule,
  LimitRule,
  PriceRule,
  RankRule,
  RuleKinds,
  RuleOptions,
  Rules,
  SellerName,
  SellerRule,
  WatchedOffer,
} from './types.ts';

/** All conditions that rules have. */
type AnyRule = RuleOptions & PriceRule & Partial<LimitRule> & SellerRule & RankRule & ContentRule;

/** A checked rule: the conditions that all must hold. */
interface CheckedRule extends Omit<AnyRule, 'cooldown' | 'seller'> {
  /** Least time between two changes that are reported [milliseconds]. */
  cooldown_ms?: number;
  /** Ids of sellers. `null` is the operator of the marketplace. */
  sellers?: readonly (string | null)[];
}

/** Checked rules. A store keeps the rules as they were given. */
export type CheckedRules = { readonly [Type in ChangeType]?: CheckedRule };

/** Longest cooldown [milliseconds]: a year. */
const LONGEST_COOLDOWN_MS = 366 * 86_400_000;

const CONTENT_FIELDS = ['title', 'image_url', 'feature_bullets'] as const;

const NUMBER = /^\d+(?:\.\d+)?$/;
const PERCENT = /^(\d+(?:\.\d+)?)%$/;
/** Other texts are refused by the check of the rules. */
const numberIn = (text: string) => (NUMBER.test(text) ? Number(text) : text);

/** A kind of rules: its conditions besides the cooldown, and the condition that a text means, as in `price_below=20`. */
interface Kind {
  conditions: Readonly<Record<string, { check: (setting: Setting) => unknown }>>;
  ofText?: (text: string) => unknown;
}

const KINDS: { readonly [Name in keyof RuleKinds]: Kind } = {
  plain: { conditions: {} },
  price: {
    conditions: { percent: { check: aboveZero }, amount: { check: aboveZero } },
    ofText: (text) => {
      const [, percent] = PERCENT.exec(text) ?? [];
      return percent === undefined ? { amount: numberIn(text) } : { percent: Number(percent) };
    },
  },
  limit: { conditions: { below: { check: aboveZero } }, ofText: numberIn },
  seller: {
    conditions: { seller: { check: sellers } },
    ofText: (text) => ({ seller: text.split(',').map((id) => id.trim()) }),
  },
  rank: {
    conditions: {
      places: { check: (setting: Setting) => wholeNumber(setting, 1) },
      top: { check: (setting: Setting) => wholeNumber(setting, 1) },
    },
    ofText: (text) => (text.startsWith('top') ? { top: numberIn(text.slice(3)) } : { places: numberIn(text) }),
  },
  content: { conditions: { fields: { check: contentFields } }, ofText: (text) => ({ fields: text.split(',') }) },
};

const COOLDOWN: OptionTable<RuleOptions> = {
  cooldown: { check: (setting) => duration(setting, 1, LONGEST_COOLDOWN_MS) },
};

const RULES = Object.fromEntries(
  (Object.keys(CHANGES) as ChangeType[]).map((type) => [type, { check: (setting: Setting) => ruleOf(type, setting) }]),
) as unknown as OptionTable<CheckedRules>;

/**
 * Checks rules.
 *
 * @param setting The rules, `Rules`, with their name for messages: `when`.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an unknown type, with the most similar one, and for a condition that is not valid
 */
export function checkedRules(setting: Setting): CheckedRules {
  return membersIn(RULES)(setting);
}

function ruleOf(type: ChangeType, setting: Setting): CheckedRule {
  const { name, value } = setting;
  const kind = CHANGES[type].rule;
  const isLimited = kind === 'limit';
  if (isLimited && typeof value === 'number') return { below: aboveZero(setting) };
  if (!isLimited && value === true) return {};
  const expected = isLimited ? 'a limit above 0, or { below: 20, cooldown: "6h" }' : 'true, or an object of conditions';
  if (typeof value !== 'object' || value === null)
    throw invalidSetting(name, value, `is not valid: expected ${expected}.`);
  const table = { ...COOLDOWN, ...KINDS[kind].conditions } as OptionTable<AnyRule>;
  const { cooldown, seller, ...others } = membersIn(table)(setting) as Partial<AnyRule>;
  if (isLimited && others.below === undefined)
    throw invalidSetting(`${name}.below`, undefined, `missing: expected ${expected}.`);
  return {
    ...(others as CheckedRule),
    ...(cooldown === undefined ? {} : { cooldown_ms: Number(cooldown) }),
    ...(seller === undefined ? {} : { sellers: [seller].flat() }),
  };
}

/**
 * Adds a rule such as `price_below=20`, `price_changed=5%`, `buybox_lost=A1,A2`, `rank_changed=top10` or `out_of_stock`.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export function addRule(text: string, before: Rules = {}): Rules {
  const [, type = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (Object.hasOwn(before, type))
    throw invalidSetting('when', text, `is the second rule for ${type}: expected one for each type.`);
  const rules = { ...before, [type]: value === undefined ? true : conditionOf(type, value.trim(), text) };
  checkedRules({ name: 'when', value: rules });
  return rules;
}

function conditionOf(type: string, value: string, text: string): unknown {
  // An unknown type is refused by the check of the rules, which names the most similar one.
  const kind = Object.hasOwn(CHANGES, type) ? KINDS[CHANGES[type as ChangeType].rule] : undefined;
  if (kind?.ofText !== undefined) return kind.ofText(value);
  checkedRules({ name: 'when', value: { [type]: true } });
  throw invalidSetting('when', text, `is not valid: ${type} has no value. Leave out "=" and what follows.`);
}

function aboveZero({ name, value }: Setting): number {
  if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return value;
  throw invalidSetting(name, value, 'is not valid: expected a number above 0.');
}

function sellers({ name, value }: Setting): readonly (string | null)[] {
  const ids: unknown[] = [value].flat();
  if (ids.length > 0 && ids.every((id) => id === null || (typeof id === 'string' && id.trim() !== '')))
    return ids as (string | null)[];
  throw invalidSetting(name, value, 'is not valid: expected a seller id, null for the operator, or a list of these.');
}

function contentFields({ name, value }: Setting): ContentRule['fields'] {
  const fields: unknown[] = Array.isArray(value) ? value : [];
  const isField = (field: unknown) => CONTENT_FIELDS.some((known) => known === field);
  if (fields.length > 0 && fields.every(isField)) return fields as ContentRule['fields'];
  throw invalidSetting(name, value, `is not valid: expected a list of ${CONTENT_FIELDS.join(', ')}.`);
}

/** Returns the limits of rules, for `compare`. */
export function limitsOf(rules: CheckedRules = {}): Limits {
  return Object.fromEntries(Object.entries(rules).map(([type, rule]) => [type, rule.below]));
}

/**
 * Returns the changes that rules report, and when those of each rule with a cooldown were last reported. Without rules, all.
 *
 * A cooldown is counted for each rule, and in a list for each product. The changes of one look do not delay each other.
 *
 * @param reportedAt The state of the cooldowns: `TargetState.reported_at`.
 */
export function reported(
  changes: readonly Change[],
  rules: CheckedRules | undefined,
  reportedAt: Readonly<Record<string, number>> = {},
): { changes: Change[]; reported_at: Record<string, number> } {
  if (rules === undefined) return { changes: [...changes], reported_at: {} };
  const now = changes.filter((change) => {
    const rule = rules[change.type];
    if (rule === undefined || !isMet(change, rule)) return false;
    const last = Object.hasOwn(reportedAt, keyOf(change)) ? reportedAt[keyOf(change)] : undefined;
    return last === undefined || rule.cooldown_ms === undefined || Date.parse(change.at) - last >= rule.cooldown_ms;
  });
  const cooling = now.filter(({ type }) => rules[type]?.cooldown_ms !== undefined);
  const latest = Math.max(...changes.map(({ at }) => Date.parse(at)));
  const still = Object.entries(reportedAt).filter(([key, last]) => {
    const [type = ''] = key.split(':');
    return latest - last < (rules[type as ChangeType]?.cooldown_ms ?? 0) || changes.length === 0;
  });
  const times = cooling.map((change) => [keyOf(change), Date.parse(change.at)] as const);
  return { changes: now, reported_at: Object.fromEntries([...still, ...times]) };
}

function keyOf({ type, asin, target }: Change): string {
  return asin === undefined || asin === target.params.asin ? type : `${type}:${asin}`;
}

function isMet(change: Change, rule: CheckedRule): boolean {
  return isFarEnough(change, rule) && isOfSeller(change, rule) && isRankOf(change, rule) && isContentOf(change, rule);
}

/** A price that comes or goes is reported, whatever it is. */
function isFarEnough({ before, after }: Change, { percent, amount, places }: CheckedRule): boolean {
  if (typeof before !== 'number' || typeof after !== 'number') return true;
  const difference = Math.abs(after - before);
  // Differences of amounts such as 20.1 - 20 are not exact.
  const isLess = (least: number | undefined, value: number) => least !== undefined && value < least - 1e-9;
  return !isLess(percent, (difference / before) * 100) && !isLess(amount, difference) && !isLess(places, difference);
}

function isOfSeller(change: Change, { sellers: wanted }: CheckedRule): boolean {
  if (wanted === undefined) return true;
  const { type, before, after } = change;
  const of = Object(type === 'buybox_lost' ? before : (after ?? before)) as WatchedOffer | SellerName;
  const { id } = 'seller' in of ? of.seller : of;
  return id !== undefined && wanted.includes(id);
}

function isRankOf(change: Change, { top }: CheckedRule): boolean {
  if (top === undefined || change.type !== 'rank_changed') return true;
  const isTop = (rank: number | null) => rank !== null && rank <= top;
  return isTop(change.before) !== isTop(change.after);
}

function isContentOf({ field }: Change, { fields }: CheckedRule): boolean {
  return fields === undefined || fields.some((name) => name === field);
}
