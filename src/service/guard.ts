/** Who may call: the holder of a good key, unless too many wrong ones came from the same address. */

import { type Failure, refusal } from './failure.ts';
import { verifyKey } from './keys.ts';
import type { ServiceSettings } from './options.ts';
import type { RequestContext } from './request-context.ts';
import { WrongKeys } from './wrong-keys.ts';

/** The caller's key, or why there is none. */
export type Identity = { keyId: string } | { failure: Failure };

/** Looks at keys. */
export class Guard {
  readonly #settings: ServiceSettings;
  readonly #wrongKeys: WrongKeys;

  constructor(settings: ServiceSettings) {
    this.#settings = settings;
    this.#wrongKeys = new WrongKeys(settings.wrongKeysPerMinute, settings.now);
  }

  /** Whose request it is. Missing, wrong and revoked keys are not told apart. */
  async identify(request: Request, { address }: RequestContext): Promise<Identity> {
    const waitMs = this.#wrongKeys.waitFor(address);
    if (waitMs > 0) return { failure: tooManyWrongKeys(waitMs) };
    const given = request.headers.get('x-api-key') ?? undefined;
    const key = await verifyKey(this.#settings.store, given);
    if (key !== undefined) return { keyId: key.id };
    if (given !== undefined) this.#wrongKeys.add(address);
    return { failure: UNAUTHORIZED };
  }

  /** Counts a wrong token of the dashboard. */
  wrongToken(address: string | undefined): void {
    this.#wrongKeys.add(address);
  }

  /** How long an address has to wait, in milliseconds; 0 when it need not. */
  waitFor(address: string | undefined): number {
    return this.#wrongKeys.waitFor(address);
  }
}

const UNAUTHORIZED: Failure = {
  ...refusal(401, 'UNAUTHORIZED', 'x-api-key: the API key is missing, wrong or revoked'),
  headers: { 'www-authenticate': 'ApiKey header="x-api-key"' },
};

function tooManyWrongKeys(retryAfterMs: number): Failure {
  return {
    ...refusal(429, 'RATE_LIMITED', 'too many wrong API keys came from this address; wait, and mend the key'),
    retryAfterMs,
  };
}
