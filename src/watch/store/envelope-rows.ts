/** Envelopes as rows: from time to time a whole one, the others as the difference to it. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { intact } from './damaged-row.ts';
import { add, all, first, type Work } from './sql.ts';

/** A whole envelope is stored at least this often [milliseconds], so that old ones can be removed. */
const WHOLE_EVERY_MS = 30 * 86_400_000;

/** A difference that needs more than this share of the bytes of a whole envelope is not worth its dependence on it. */
const LARGEST_DIFFERENCE = 0.5;

/** Stores the envelopes of a look, one for each page. */
export function* storeEnvelopes(target: number, at: number, envelopes: readonly AnyEnvelope[]): Work<void> {
  for (const [page, envelope] of envelopes.entries()) {
    const last = yield* first<{ at: number; body: Uint8Array }>(
      `SELECT at, body FROM watch_envelopes WHERE target = ? AND page = ? AND whole_at IS NULL ORDER BY at DESC LIMIT 1`,
      [target, page],
    );
    const whole = last !== undefined && at - last.at < WHOLE_EVERY_MS ? last : undefined;
    const difference = whole && packed(envelope, restored(whole.body, { target, page, at: whole.at }));
    const isSmall = whole && difference && difference.length <= whole.body.length * LARGEST_DIFFERENCE;
    const row = isSmall ? { whole_at: whole.at, body: difference } : { whole_at: null, body: packed(envelope) };
    yield* add('watch_envelopes', { target, page, at, ...row });
  }
}

/** An envelope, with the whole one that it depends on. */
interface EnvelopeRow {
  page: number;
  body: Uint8Array;
  whole_at: number | null;
  whole: Uint8Array | null;
}

/** Returns the envelopes of a look, one for each page; an empty list if they are not stored. */
export function* envelopesAt(target: number, at: number): Work<AnyEnvelope[]> {
  const rows = yield* all<EnvelopeRow>(
    `SELECT e.page, e.body, e.whole_at, w.body AS whole FROM watch_envelopes e
       LEFT JOIN watch_envelopes w ON w.target = e.target AND w.page = e.page AND w.at = e.whole_at
     WHERE e.target = ? AND e.at = ? ORDER BY e.page`,
    [target, at],
  );
  return rows.flatMap(({ page, body, whole_at, whole }) => {
    if (whole_at === null) return restored(body, { target, page, at });
    return whole === null ? [] : restored(body, { target, page, at }, restored(whole, { target, page, at: whole_at }));
  });
}

function restored(body: Uint8Array, row: { target: number; page: number; at: number }, whole?: AnyEnvelope) {
  return intact({ table: 'watch_envelopes', column: 'body', ...row }, () => unpacked(body, whole));
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

/** Returns the bytes of an envelope, or of its difference to a whole one. */
export function packed(envelope: AnyEnvelope, whole?: AnyEnvelope): Uint8Array {
  if (whole === undefined) return deflateRawSync(JSON.stringify(envelope), { level: 9 });
  const { data, ...others } = envelope;
  const [own, known] = [data as Data | null, (whole.data ?? {}) as Data];
  const isKnown = (name: string, value: unknown) =>
    Object.hasOwn(known, name) && JSON.stringify(value) === JSON.stringify(known[name]);
  const set = own && Object.fromEntries(Object.entries(own).filter(([name, value]) => !isKnown(name, value)));
  const removed = own === null ? [] : Object.keys(known).filter((name) => !Object.hasOwn(own, name));
  const difference: Difference = { envelope: others, set, ...(removed.length > 0 && { removed }) };
  return deflateRawSync(JSON.stringify(difference), { level: 9, dictionary: dictionaryOf(whole) });
}

/** Returns the envelope of {@link packed}. */
export function unpacked(bytes: Uint8Array, whole?: AnyEnvelope): AnyEnvelope {
  const json = inflateRawSync(bytes, whole && { dictionary: dictionaryOf(whole) }).toString();
  // The store wrote the bytes.
  if (whole === undefined) return JSON.parse(json) as AnyEnvelope;
  const { envelope, set, removed = [] } = JSON.parse(json) as Difference;
  const kept = Object.entries((whole.data ?? {}) as Data).filter(([name]) => !removed.includes(name));
  return { ...envelope, data: set && { ...Object.fromEntries(kept), ...set } } as AnyEnvelope;
}

/** Members that two envelopes have in common need no bytes. Members of `meta` come last, where distances are short. */
function dictionaryOf({ meta, ...others }: AnyEnvelope): Buffer {
  return Buffer.from(JSON.stringify({ ...others, meta })).subarray(-WINDOW);
}
