/** Why a running job ends before its call. */

/** `stop`: the worker closes. `lost`: the worker no longer owns the job. */
export type StopKind = 'stop' | 'lost';

/** The reason of a job's abort signal. */
export class StopReason extends DOMException {
  readonly kind: StopKind;

  constructor(kind: StopKind) {
    super(kind === 'stop' ? 'The worker closes.' : 'The worker no longer owns the job.', 'AbortError');
    this.kind = kind;
  }
}

/** Returns the value; rejects with the signal's reason when it aborts first, also if what makes the value ignores the signal. */
export async function unlessStopped<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([value, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
