/** The pages of `buybox serve --pages` in the conformance suite: the fixtures, with the faults among them. */
import { fixturePages, now } from './target.ts';

// Envelopes can be compared when all clocks stand still.
Date.now = now;

export default fixturePages();
