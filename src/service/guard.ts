/** Checks API keys, and admits requests within their limits. */
import { NO_TURN } from './at-once.ts';
import { type Failure, refusal } from './failure.ts';
import { verifyKey } from './keys.ts';
import { type Admission, Limits } from './limits.ts';
import type { ServiceSettings } from './options.ts';
import type { RequestContext } from './request-context.ts';

/** Checks requests before they reach a route. */
export class Guard {
  readonly #settings: ServiceSettings;
  readonly #limits: Limits;
  readonly #isOperator: (request: Request) => boolean;

  /** @param isOperator Whether the operator of the service, who is signed in to the dashboard, sends a request. */
  constructor(settings: ServiceSettings, isOperator: (request: Request) => boolean) {
    this.#settings = settings;
    this.#limits = new Limits(settings);
    this.#isOperator = isOperator;
  }

  /** Admits a request. The key is verified first: wrong keys from an IP address never affect valid ones from the same address. */
  async admit(request: Request, path: string, context: RequestContext): Promise<Admission> {
    const given = request.headers.get('x-api-key') ?? undefined;
    const key = given === undefined ? undefined : await verifyKey(this.#settings.store, given);
    if (key !== undefined) {
      context.keyId = key.id;
      return this.#limits.ofKey(key.id, context);
    }
    const failure = given === undefined ? undefined : this.#limits.wrongKey(context);
    if (failure !== undefined) return { failure };
    return this.#isOperator(request) ? { turn: NO_TURN } : this.#limits.ofAddress(path, context);
  }
}

/** The failure of a request without a valid key. It does not say whether the key is missing, wrong or revoked. */
export const UNAUTHORIZED: Failure = {
  ...refusal(401, 'UNAUTHORIZED', 'x-api-key: the API key is missing, wrong or revoked. Check the key.'),
  headers: { 'www-authenticate': 'ApiKey header="x-api-key"' },
};
