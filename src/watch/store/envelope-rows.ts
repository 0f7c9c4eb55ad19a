/** Envelopes as rows: from time to time a whole one, the others as the difference to it. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { intact, rowOf } from './damaged-row.ts';
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

/** Data as stored. Members of pages are checked elsewhere. */
type Data = Readonly<Record<string, unknown>>;

/** The difference between two envelopes of a page. */
interface Difference {
  /** All members but `data`. */
  envelope: Omit<AnyEnvelope, 'data'>;
  /** Members of `data` that differ, or all of it if the other has none. */
  set: Data | null;
  /** Members of `data` that the whole envelope has, and this one does not. */
  removed?: readonly string[];
}

/** Deflate looks back this far [bytes]. */
const WINDOW = 32_768;

/** Returns the bytes of a whole envelope. */
export function wholeBytes(envelope: AnyEnvelope): Uint8Array {
  return deflateRawSync(JSON.stringify(envelope), { level: 9 });
}

/** Returns the envelope of {@link wholeBytes}. */
export function wholeEnvelope(bytes: Uint8Array): AnyEnvelope {
  // The store wrote the bytes.
  return JSON.parse(inflateRawSync(bytes).toString()) as AnyEnvelope;
}

/** Returns the bytes of the difference to a whole envelope. */
export function differenceBytes(envelope: AnyEnvelope, whole: AnyEnvelope): Uint8Array {
  const { data, ...others } = envelope;
  const [own, known] = [data as Data | null, whole.data as Data | null];
  const difference: Difference = { envelope: others, set: own === null ? null : changedMembers(own, known ?? {}) };
  const removed = own === null ? [] : Object.keys(known ?? {}).filter((name) => !Object.hasOwn(own, name));
  if (removed.length > 0) difference.removed = removed;
  return deflateRawSync(JSON.stringify(difference), { level: 9, dictionary: dictionaryOf(whole) });
}

/** Returns the envelope of {@link differenceBytes}. */
export function envelopeOf(bytes: Uint8Array, whole: AnyEnvelope): AnyEnvelope {
  const json = inflateRawSync(bytes, { dictionary: dictionaryOf(whole) }).toString();
  const { envelope, set, removed = [] } = JSON.parse(json) as Difference;
  if (set === null) return { ...envelope, data: null } as AnyEnvelope;
  const kept = Object.entries((whole.data ?? {}) as Data).filter(([name]) => !removed.includes(name));
  return { ...envelope, data: { ...Object.fromEntries(kept), ...set } } as AnyEnvelope;
}

function changedMembers(data: Data, known: Data): Data {
  const changed = Object.entries(data).filter(
    ([name, value]) => !Object.hasOwn(known, name) || JSON.stringify(value) !== JSON.stringify(known[name]),
  );
  return Object.fromEntries(changed);
}

/** Members that two envelopes have in common need no bytes. Members of `meta` come last, where distances are short. */
function dictionaryOf({ meta, ...others }: AnyEnvelope): Buffer {
  return Buffer.from(JSON.stringify({ ...others, meta })).subarray(-WINDOW);
}
