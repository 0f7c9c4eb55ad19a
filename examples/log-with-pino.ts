/**
 * Logs every event of a marketplace. Events of the same call have the same request id.
 *
 *   node examples/log-with-pino.ts
 */
import type { EventListener } from 'buybox';
import pino, { type Logger } from 'pino';
import { fixtureMarketplace } from './fixtures.ts';

/** Log levels by event type; other events are `debug`. */
const LEVELS = { blocked: 'error', retry: 'warn', backoff: 'warn', gaps: 'warn', drift: 'warn', done: 'info' } as const;

export function loggerOf(logger: Logger): EventListener {
  return (event) => {
    const level =
      event.type === 'done' && 'error' in event ? 'error' : (LEVELS[event.type as keyof typeof LEVELS] ?? 'debug');
    // Pages are too long for a log.
    const { type, ...fields } = 'page' in event ? { ...event, page: `${event.page.length} characters` } : event;
    logger[level](fields, type);
  };
}

if (process.argv[1] === import.meta.filename) {
  const marketplace = await fixtureMarketplace({ onEvent: loggerOf(pino({ level: 'debug' })) });
  try {
    await marketplace.product({ asin: 'B0LANTERN1' });
    await marketplace.product({ asin: 'B0CAPTCHA1' }, { timeoutMs: 5_000 }).catch(() => undefined);
  } finally {
    await marketplace.close();
  }
}
