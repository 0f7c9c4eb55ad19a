/** Writes changes into a file. */
import { safeJson } from '../../contract/safe-text.ts';
import { ndjsonSink, singleFile } from '../../deliver/ndjson-sink.ts';
import { filePath, trueOrFalse } from '../../options/checks.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { type ChangeSink, receiverName } from '../change-sink.ts';
import type { Change } from '../types.ts';

/** Options of {@link ndjsonDelivery}. */
export interface NdjsonDeliveryOptions {
  /** Name of the sink in the store. @default 'ndjson' */
  name?: string | undefined;
  /** Whether a change is delivered only when its line is on the disk, so that also a power cut loses none. @default true */
  fsync?: boolean | undefined;
}

const NDJSON_DELIVERY_OPTIONS: OptionTable<NdjsonDeliveryOptions> = {
  name: { check: receiverName },
  fsync: { check: trueOrFalse },
};

/**
 * Returns a sink that appends each change to a file, as a line of JSON. The file is continued if it exists, for one process alone. An incomplete last
 * line, which a kill can leave, is removed. A change is in the file at least once, always with the same `id`.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export function ndjsonDelivery(file: string, options: NdjsonDeliveryOptions = {}): ChangeSink {
  const path = filePath({ name: 'file', value: file });
  const { name = 'ndjson', fsync = true } = readOptions('ndjsonDelivery', NDJSON_DELIVERY_OPTIONS, options);
  const lineOf = (change: Change) => safeJson(JSON.stringify(change));
  const sink = ndjsonSink(singleFile(path, 'file'), lineOf, fsync, 'changes');
  return { ...sink, name, deliver: async (change, signal) => void (await sink.deliver(change, signal)) };
}
