/** The error of each refusal. */
import { BlockedError, type MarketplaceError, UnavailableError } from '../contract/errors.ts';
import type { Refusal } from './refusal.ts';

const BLOCKS: Partial<Record<Refusal, { code: string; answer: string; advice: string }>> = {
  captcha: { code: 'CAPTCHA', answer: 'asked for a captcha', advice: 'slow down or use another session' },
  interstitial: {
    code: 'INTERSTITIAL',
    answer: 'answered with its "continue shopping" page',
    advice: 'use another session',
  },
  proof_of_work: { code: 'PROOF_OF_WORK', answer: 'asked for a proof of work', advice: 'use another session' },
  robot_check: {
    code: 'ROBOT_CHECK',
    answer: 'answered with a check for robots',
    advice: 'slow down or use another session',
  },
  blocked: { code: 'BLOCKED', answer: 'refused the request', advice: 'slow down or come from elsewhere' },
};

/** The error that says what came in place of a page, and what the caller can do. */
export function refusalError(refusal: Exclude<Refusal, 'not_found'>, url: string): MarketplaceError {
  const block = BLOCKS[refusal];
  if (block !== undefined) {
    const { code, answer, advice } = block;
    return new BlockedError(`the marketplace ${answer} in place of ${url}; ${advice}`, { code });
  }
  if (refusal === 'sign_in') {
    return new UnavailableError(`the marketplace shows ${url} only to those who sign in`, { code: 'SIGN_IN_REQUIRED' });
  }
  return new UnavailableError(`the marketplace could not serve ${url}; try again later`);
}
