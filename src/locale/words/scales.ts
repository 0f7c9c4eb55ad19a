/** Words next to the scale of a rating. Ratings are read without knowing the language, so this is one list for all. */
import { type Phrases, phrases } from './words.ts';

/** Words of languages with the scale before the rating: `5つ星のうち4.3`, `星5つ中の4.3`. */
export const scaleFirst: Phrases = phrases('のうち; 5つ中; üzerinden; 개 중; 만점에; में से; 颗星中; 顆星中');
