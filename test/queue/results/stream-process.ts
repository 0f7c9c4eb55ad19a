/** Delivers results into the stream, eight at a time: `node stream-process.ts REDIS_URL COUNT`. */
import { streamResults } from '../../../src/queue/results/stream-results.ts';
import { NEVER, resultOf } from './results.ts';

const [redis = '', count = ''] = process.argv.slice(2);
const sink = streamResults({ redis, maxUnread: false });
let next = 0;
const deliver = async () => {
  while (next < Number(count)) await sink.deliver(resultOf(`k${next++}`), NEVER);
};
await Promise.all(Array.from({ length: 8 }, deliver));
await sink.close?.();
