/** Notes on standard error while calls run: retries, gaps, drift, credits. */
import type { EventDetails, EventListener } from '../../client/events.ts';
import { UNLIMITED_CREDITS } from '../../contract/envelope.ts';
import type { Gap } from '../../contract/generated/gap.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { usageOf } from '../../paging/walk.ts';
import { reasonOf } from './exit.ts';
import type { Terminal } from './terminal.ts';

/** Returns a listener that prints notes about retries and drift. Gaps are in the envelope, also behind a service. */
export function notesTo(terminal: Terminal): EventListener {
  return (event) => {
    if (event.type === 'retry')
      terminal.note(`retry: in ${(event.delay_ms / 1000).toFixed(1)} s, after: ${reasonOf(event.error)}`);
    if (event.type === 'backoff')
      terminal.note(
        `back-off: ${event.host} makes all calls wait ${(event.wait_ms / 1000).toFixed(1)} s after a block or failure`,
      );
    if (event.type === 'proxy') terminal.note(proxyNote(event));
    if (event.type === 'robots') terminal.note(`robots: ${event.url}: ${event.rule}`);
    if (event.type === 'drift')
      terminal.note(`drift: ${event.path}: expected ${event.expected}, the service sent ${event.got}`);
  };
}

function proxyNote({ proxy, state, reason, wait_ms = 0 }: EventDetails['proxy']): string {
  if (state === 'back') return `proxy: ${proxy} works again`;
  return `proxy: ${proxy} is not used for ${Math.round(wait_ms / 1000)} s: ${reason}`;
}

/** Returns the note of a gap. */
export function gapNote({ landmark, detail }: Gap): string {
  return `gap: ${landmark}: ${detail}`;
}

/** Returns the note of the credits that envelopes cost; `undefined` if credits are unlimited. */
export function creditsNote(envelopes: readonly AnyEnvelope[]): string | undefined {
  const usages = envelopes.flatMap(({ meta }) => usageOf(meta) ?? []);
  const remaining = usages.at(-1)?.requests_remaining;
  if (remaining === undefined || remaining === UNLIMITED_CREDITS) return undefined;
  const consumed = usages.reduce((sum, { requests_consumed }) => sum + requests_consumed, 0);
  return `credits: ${consumed} used, ${remaining} left`;
}
