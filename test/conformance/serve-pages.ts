/** The page source of `buybox serve --pages` in the conformance suite: the fixtures and the failures. */
import { fixturePages, now } from './target.ts';

// With a fixed clock, envelopes can be compared.
Date.now = now;

export default fixturePages();
