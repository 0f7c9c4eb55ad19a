/** Envelopes as bytes: whole, or as the difference to a whole one. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AnyEnvelope } from '../../contract/marketplace.ts';

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
