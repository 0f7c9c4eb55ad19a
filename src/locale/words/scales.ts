/** How languages tell a rating from its scale. A rating is read without knowing the language, so all stand in one list. */
import type { Phrases } from './words.ts';

/** Words of the languages that name the scale before the rating: `5つ星のうち4.3`, `星5つ中の4.3`. */
export const scaleFirst: Phrases = ['のうち', '5つ中', 'üzerinden', '개 중', '만점에', 'में से', '颗星中', '顆星中'];
