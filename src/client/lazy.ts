/** Loading at the first use, so that an import of the package stays fast. */
import { TransportError } from '../contract/errors.ts';
import { type CallDefaults, type Marketplace, marketplaceFrom } from '../contract/marketplace.ts';
import { withMiddleware } from './middleware.ts';
import type { CommonOptions } from './options.ts';
import type { Runner } from './runner.ts';

/** A value that is loaded when it is first used. */
export class Lazy<Value> {
  readonly #load: () => Promise<Value>;
  #loading: Promise<Value> | undefined;

  constructor(load: () => Promise<Value>) {
    this.#load = load;
  }

  get isUsed(): boolean {
    return this.#loading !== undefined;
  }

  /** Returns the value. After a failure the next use tries again. */
  get(): Promise<Value> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }
}

/** Returns a marketplace that loads its backend at the first call. @param holdsResources Whether `close` closes something also if no call used it. */
export function lazyMarketplace(
  load: () => Promise<Pick<Runner, 'call' | 'close'>>,
  holdsResources: boolean,
  { middleware = [], ...defaults }: CallDefaults & Pick<CommonOptions, 'middleware'>,
): Marketplace {
  const backend = new Lazy(load);
  let isClosed = false;
  const marketplace = marketplaceFrom(
    async (name, params, callOptions, onResponse) => {
      if (isClosed && !backend.isUsed)
        throw new TransportError('the marketplace is closed. Create a new one.', { retryable: false });
      return (await backend.get()).call(name, params, callOptions, onResponse);
    },
    async () => {
      isClosed = true;
      if (backend.isUsed || holdsResources) await (await backend.get()).close();
    },
    defaults,
  );
  return withMiddleware(marketplace, ...middleware);
}
