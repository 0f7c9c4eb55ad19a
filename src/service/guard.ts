/** Checks API keys, and limits wrong keys per IP address. */
import { type Failure, refusal } from './failure.ts';
import { verifyKey } from './keys.ts';
import type { ServiceSettings } from './options.ts';
import type { RequestContext } from './request-context.ts';
import { WrongKeys } from './wrong-keys.ts';

/** The caller's key, or the failure if the key is not valid. */
export type Identity = { keyId: string } | { failure: Failure };

/** Checks the keys of requests. */
export class Guard {
  readonly #settings: ServiceSettings;
  readonly #wrongKeys: WrongKeys;

  constructor(settings: ServiceSettings) {
    this.#settings = settings;
    this.#wrongKeys = new WrongKeys(settings.wrongKeysPerMinute);
  }

  /** Returns the key of a request. Missing, wrong and revoked keys give the same failure. */
  async identify(request: Request, { address }: RequestContext): Promise<Identity> {
    const waitMs = this.#wrongKeys.waitFor(address);
    if (waitMs > 0) return { failure: tooManyWrongKeys(waitMs) };
    const given = request.headers.get('x-api-key') ?? undefined;
    const key = await verifyKey(this.#settings.store, given);
    if (key !== undefined) return { keyId: key.id };
    if (given !== undefined) this.#wrongKeys.add(address);
    return { failure: UNAUTHORIZED };
  }

  /** Counts a wrong token at the dashboard's sign-in. */
  wrongToken(address: string | undefined): void {
    this.#wrongKeys.add(address);
  }

  /** Returns the milliseconds that an IP address has to wait; 0 if it may continue. */
  waitFor(address: string | undefined): number {
    return this.#wrongKeys.waitFor(address);
  }
}

const UNAUTHORIZED: Failure = {
  ...refusal(401, 'UNAUTHORIZED', 'x-api-key: the API key is missing, wrong or revoked. Check the key.'),
  headers: { 'www-authenticate': 'ApiKey header="x-api-key"' },
};

function tooManyWrongKeys(retryAfterMs: number): Failure {
  return {
    ...refusal(429, 'RATE_LIMITED', 'too many wrong API keys from this IP address. Fix the key, then wait a minute.'),
    retryAfterMs,
  };
}
