/** Reads the condition of an offer from its heading. */
import type { OfferCondition } from '../contract/codes.ts';
import { anyOf, matcher, once } from './phrases.ts';
import { fold } from './text.ts';
import type { Words } from './words/words.ts';

/** In this order, because "like new" and "very good" contain "new" and "good". */
const TIERS = [
  ['used_like_new', 'likeNew'],
  ['used_very_good', 'veryGood'],
  ['used_good', 'good'],
  ['used_acceptable', 'acceptable'],
] as const;

const expressions = once(({ conditions }: Words) => ({
  other: matcher(conditions.other),
  collectible: matcher(conditions.collectible),
  used: matcher(conditions.used),
  new: matcher(conditions.new),
  tiers: TIERS.map(([condition, tier]) => ({
    condition,
    within: matcher(conditions[tier]),
    alone: new RegExp(`^${anyOf(conditions[tier])}$`, 'u'),
  })),
}));

/**
 * Returns the condition that a heading names: `Used - Very Good` is `used_very_good`. Returns `null` for refurbished items, for "used" without a
 * tier, and for a heading that is not understood.
 */
export function readCondition(text: string, words: Words): OfferCondition | null {
  const folded = fold(text);
  const { other, collectible, used, new: brandNew, tiers } = expressions(words);
  if (other.test(folded)) return null;
  if (collectible.test(folded)) return 'collectible';
  const isUsed = used.test(folded);
  const tier = tiers.find(({ within, alone }) => (isUsed ? within : alone).test(folded));
  if (tier !== undefined) return tier.condition;
  return !isUsed && brandNew.test(folded) ? 'new' : null;
}
