/** The file that worker threads run has another name in a build than in the source. */
const IN_SOURCE = "'./page-worker.ts', import.meta.url";

/** Matches the path of the source file that names the file of the threads. */
export const NAMES_WORKER_FILE: RegExp = /[/\\]src[/\\]local[/\\]workers[/\\]worker-pool\.ts$/;

/**
 * Returns the source of `worker-pool.ts` with another file of the threads. `argument` replaces the arguments of `new URL()`.
 *
 * @throws if the source names the file in another way
 */
export function withWorkerFile(source: string, argument: string): string {
  if (!source.includes(IN_SOURCE)) throw new Error(`worker-pool.ts no longer contains "${IN_SOURCE}"`);
  return source.replace(IN_SOURCE, argument);
}
