/** A worker that starts only while the file exists that `TEST_WORKER_FILE` names. */
import { existsSync } from 'node:fs';

if (!existsSync(process.env.TEST_WORKER_FILE ?? '')) throw new Error('the worker cannot start');
await import('./hostile-worker.ts');
