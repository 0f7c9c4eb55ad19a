/** A process that reads one page once, in the way and with the page that its arguments name, and says how far its memory grew. */
import { type ContestantName, contestants } from './contestants.ts';
import { benchPages } from './pages.ts';

const [way, name] = process.argv.slice(2);
const page = benchPages().pages.find((candidate) => candidate.name === name);
if (page === undefined) throw new Error(`there is no page ${name}`);
const contestant = contestants[way as ContestantName];
global.gc?.();
const before = process.memoryUsage.rss();
const heapBefore = process.memoryUsage().heapUsed;
contestant(page);
const heapAfter = process.memoryUsage().heapUsed;
process.send?.({ peak: process.resourceUsage().maxRSS * 1024 - before, allocated: heapAfter - heapBefore });
