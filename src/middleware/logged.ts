/** Middleware that writes a line for each call. */
import type { MarketplaceCall, Middleware } from '../client/middleware.ts';
import { endpoints } from '../contract/endpoints.ts';
import type { ResponseMeta } from '../contract/envelope.ts';
import { MarketplaceError } from '../contract/errors.ts';
import type { AnyEnvelope } from '../contract/marketplace.ts';
import { marketplaceOf } from '../contract/validate.ts';
import { objectWith } from '../options/checks.ts';
import { notify } from '../options/runtime.ts';

/** `console`, pino, or another logger with these methods. */
export interface CallLogger {
  /** Writes the line of a result. */
  info(...line: unknown[]): void;
  /** Writes the line of an error. */
  warn(...line: unknown[]): void;
}

const loggerOf = objectWith<CallLogger>(['info', 'warn'], 'a logger, such as console');

/**
 * Writes a line for each call: `info` for a result, `warn` for an error. A logger with the method `child`, such as pino, gets the facts as an object,
 * too. They contain no keys, no headers, and of a URL only the host and the path. A logger that fails does not affect the call.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 * @example withMiddleware(createMarketplace(), logged(console)); // product B0LANTERN1 us: found, 412 ms, 1 attempt, 1 credit
 */
export function logged(logger: CallLogger): Middleware {
  const target = loggerOf({ name: 'logger', value: logger });
  const writeLine = ([level, ...line]: readonly ['info' | 'warn', ...unknown[]]) => target[level](...line);
  return async (call, next) => {
    const began = performance.now();
    const write = (level: 'info' | 'warn', outcome: string, facts: object, counts: readonly string[] = []) => {
      const duration_ms = Math.round(performance.now() - began);
      const { endpoint } = call;
      const [id, marketplace] = [idOf(call), marketplaceOf(call.params)];
      const line = `${endpoint} ${id} ${marketplace}: ${[outcome, `${duration_ms} ms`, ...counts].join(', ')}`;
      const asObject = 'child' in target ? [{ endpoint, id, marketplace, duration_ms, ...facts }] : [];
      notify('logger', writeLine, [level, ...asObject, line] as const);
    };
    let envelope: AnyEnvelope;
    try {
      envelope = await next();
    } catch (error) {
      const { code, requestId: request_id } = error instanceof MarketplaceError ? error : { code: 'aborted' };
      write('warn', code, { request_id, code });
      throw error;
    }
    const { found, meta } = envelope;
    // A service can omit them.
    const { request_id, source, usage, cached_at }: Partial<ResponseMeta> = meta ?? {};
    const [attempts, credits] = [source?.attempts, usage?.requests_consumed];
    const outcome = `${found ? 'found' : 'not found'}${cached_at === undefined ? '' : ', cached'}`;
    const counts = [countOf(attempts, 'attempt'), countOf(credits, 'credit')].flat();
    write('info', outcome, { request_id, found, attempts, credits, cached_at }, counts);
    return envelope;
  };
}

function idOf({ endpoint, params }: MarketplaceCall): string {
  const id = String((params as unknown as Record<string, unknown>)[endpoints[endpoint].subject]);
  if (endpoint !== 'scrape') return JSON.stringify(id).slice(1, -1);
  const { host, pathname } = new URL(id);
  return `${host}${pathname}`;
}

function countOf(count: number | undefined, unit: string): string[] {
  return count === undefined ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
}
