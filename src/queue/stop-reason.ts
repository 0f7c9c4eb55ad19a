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
