/** parse5's parser within the time limit of the page. */
import { Parser, type Token } from 'parse5';
import { step } from '../time-limit.ts';
import type { TreeNodes } from './tree-adapter.ts';

/** Most tags take few steps, but parse5 can search all open elements for one tag. */
const STEPS_PER_TAG = 10;

/** Both tokenizers pass their tags here: the fast parser's and parse5's own. */
export class LimitedParser extends Parser<TreeNodes> {
  override onStartTag(token: Token.TagToken): void {
    step(STEPS_PER_TAG);
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    step(STEPS_PER_TAG);
    super.onEndTag(token);
  }
}
