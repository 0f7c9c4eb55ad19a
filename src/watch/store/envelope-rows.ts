/** Envelopes as rows: from time to time a whole one, the others as the difference to it. */
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { intact, rowOf } from './damaged-row.ts';
import { differenceBytes, envelopeOf, wholeBytes, wholeEnvelope } from './envelope-delta.ts';
import { all, first, run, type Work } from './sql.ts';

/** A whole envelope is stored at least this often [milliseconds], so that old ones can be removed. */
const WHOLE_EVERY_MS = 30 * 86_400_000;

/** A difference that needs more than this share of the bytes of a whole envelope is not worth its dependence on it. */
const LARGEST_DIFFERENCE = 0.5;

interface EnvelopeRow {
  page: number;
  at: number;
  whole_at: number | null;
  body: Uint8Array;
}

const INSERT = `INSERT INTO watch_envelopes (target, page, at, whole_at, body) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (target, page, at) DO NOTHING`;

/** Stores the envelopes of a look, one for each page. */
export function* storeEnvelopes(target: number, at: number, envelopes: readonly AnyEnvelope[]): Work<void> {
  for (const [page, envelope] of envelopes.entries()) {
    const whole = yield* lastWhole(target, page);
    if (whole !== undefined && at - whole.at < WHOLE_EVERY_MS) {
      const bytes = differenceBytes(envelope, restored(target, whole));
      if (bytes.length <= whole.body.length * LARGEST_DIFFERENCE) {
        yield* run(INSERT, [target, page, at, whole.at, bytes]);
        continue;
      }
    }
    yield* run(INSERT, [target, page, at, null, wholeBytes(envelope)]);
  }
}

/** Returns the envelopes of a look, one for each page; an empty list if they are not stored. */
export function* envelopesAt(target: number, at: number): Work<AnyEnvelope[]> {
  const rows = yield* all<EnvelopeRow>(
    'SELECT page, at, whole_at, body FROM watch_envelopes WHERE target = ? AND at = ? ORDER BY page',
    [target, at],
  );
  const envelopes: AnyEnvelope[] = [];
  for (const row of rows) {
    if (row.whole_at === null) {
      envelopes.push(restored(target, row));
      continue;
    }
    const whole = yield* first<EnvelopeRow>(
      'SELECT page, at, whole_at, body FROM watch_envelopes WHERE target = ? AND page = ? AND at = ?',
      [target, row.page, row.whole_at],
    );
    if (whole !== undefined) envelopes.push(restored(target, row, restored(target, whole)));
  }
  return envelopes;
}

/** Returns the envelope of a row, with the whole one that it depends on. */
function restored(target: number, { page, at, body }: EnvelopeRow, whole?: AnyEnvelope): AnyEnvelope {
  return intact(
    () => (whole === undefined ? wholeEnvelope(body) : envelopeOf(body, whole)),
    () => ({ table: 'watch_envelopes', column: 'body', row: rowOf({ target, page, at }) }),
  );
}

function* lastWhole(target: number, page: number): Work<EnvelopeRow | undefined> {
  return yield* first<EnvelopeRow>(
    `SELECT page, at, whole_at, body FROM watch_envelopes
     WHERE target = ? AND page = ? AND whole_at IS NULL ORDER BY at DESC LIMIT 1`,
    [target, page],
  );
}
