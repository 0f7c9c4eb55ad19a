/** OpenTelemetry for the commands that run for long. */
import { BadRequestError } from '../contract/errors.ts';
import type { ObserveOptions } from '../entries/opentelemetry.ts';

/**
 * Observes the process if `@opentelemetry/api` is installed. Without an SDK, which the user loads with `node --import`, that does nothing.
 *
 * @returns the observation; disposing it ends it
 */
export async function observeIfInstalled(options: ObserveOptions = {}): Promise<Disposable> {
  const { observe } = await import('../entries/opentelemetry.ts');
  try {
    const stop = await observe(options);
    return { [Symbol.dispose]: stop };
  } catch (error) {
    if (error instanceof BadRequestError && error.parameter === 'observe') return { [Symbol.dispose]: () => undefined };
    throw error;
  }
}
