/** Rules as text: in files of targets and on the command line. */
import { invalidSetting } from '../../options/checks.ts';
import type { ChangeType, Rules } from '../types.ts';
import { checkedRules } from './rules.ts';

const NUMBER = /^\d+(?:\.\d+)?$/;
const PERCENT = /^(\d+(?:\.\d+)?)%$/;

/** The condition that the value of a type means. Other types have no value. */
const CONDITIONS: { readonly [Type in ChangeType]?: (text: string) => unknown } = {
  price_below: numberIn,
  stock_low: numberIn,
  price_changed: (text) => {
    const [, percent] = PERCENT.exec(text) ?? [];
    return percent === undefined ? { amount: numberIn(text) } : { percent: Number(percent) };
  },
  rank_changed: (text) => (text.startsWith('top') ? { top: numberIn(text.slice(3)) } : { places: numberIn(text) }),
  buybox_won: sellersIn,
  buybox_lost: sellersIn,
  offer_added: sellersIn,
  offer_removed: sellersIn,
  offer_changed: sellersIn,
  content_changed: (text) => ({ fields: text.split(',') }),
};

/**
 * Adds a rule such as `price_below=20`, `price_changed=5%`, `buybox_lost=A1,A2`, `rank_changed=top10` or `out_of_stock`.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export function addRule(text: string, before: Rules = {}): Rules {
  const [, type = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (Object.hasOwn(before, type))
    throw invalidSetting('when', text, `is the second rule for ${type}: expected one for each type.`);
  const rules = { ...before, [type]: value === undefined ? true : conditionOf(type, value, text) };
  checkedRules({ name: 'when', value: rules });
  return rules;
}

function conditionOf(type: string, value: string, text: string): unknown {
  // An unknown type is refused by the check of the rules, which names the most similar one.
  const condition = Object.hasOwn(CONDITIONS, type) ? CONDITIONS[type as ChangeType] : undefined;
  if (condition !== undefined) return condition(value.trim());
  checkedRules({ name: 'when', value: { [type]: true } });
  throw invalidSetting('when', text, `is not valid: ${type} has no value. Leave out "=" and what follows.`);
}

/** Other texts are refused by the check of the rules. */
function numberIn(text: string): unknown {
  return NUMBER.test(text) ? Number(text) : text;
}

function sellersIn(text: string): unknown {
  return { seller: text.split(',').map((id) => id.trim()) };
}
