/** Runs `buybox enqueue`. */

import type { EndpointName } from '../../../contract/endpoints.ts';
import type { InputFormat } from '../../../inputs/read.ts';
import { readInputs } from '../../../inputs/read.ts';
import type { JobInput } from '../../../queue/types.ts';
import type { BackendFlags } from '../../flags/backend.ts';
import { backendOf, callDefaults } from '../../flags/backend.ts';
import type { OutputFlags } from '../../flags/output.ts';
import { formOf } from '../../flags/output.ts';
import type { QueueFlags } from '../../flags/redis.ts';
import { openQueue } from '../../flags/redis.ts';
import { printShown } from '../../output/print.ts';
import { EXIT, type ExitCode } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { checkInputs } from '../batch/run.ts';

/** The flags of `buybox enqueue`. */
export interface EnqueueFlags extends BackendFlags, QueueFlags, OutputFlags {
  input?: InputFormat;
  endpoint?: EndpointName;
  dryRun?: boolean;
  priority?: number;
  attempts?: number;
  /** Milliseconds. */
  every?: number;
  /** Milliseconds. */
  delay?: number;
  /** Milliseconds. */
  uniqueFor?: number;
  repeat?: boolean;
}

/** Invalid inputs that are reported on standard error. */
const REPORTED_INVALID = 5;

/** Adds the calls of a file, and returns the exit code. @throws Error for what ends it early */
export async function enqueue(file: string, flags: EnqueueFlags, terminal: Terminal): Promise<ExitCode> {
  if (flags.dryRun) return checkInputs(file, flags, terminal);
  await using queue = await openQueue(flags);
  const inputs = new Inputs(file, flags, terminal);
  const { priority, attempts, every, delay: delayMs, uniqueFor: uniqueForMs, repeat } = flags;
  let counts: Record<string, number>;
  if (every === undefined) {
    const options = { priority, attempts, delayMs, uniqueForMs, allowDuplicate: repeat, signal: terminal.signal };
    const { added, duplicates } = await queue.addAll(inputs.jobs(), {
      ...options,
      // The reader of inputs accepts it, and the queue does not: a row with too many columns of its own.
      onInvalid: ({ error }) => inputs.report(error.message),
    });
    counts = { added, duplicates };
  } else counts = { repeated: await queue.repeatAll(inputs.jobs(), { priority, attempts, every }) };
  const row = { ...counts, invalid: inputs.invalid };
  printShown(row, Object.keys(row), { form: formOf(flags, terminal), fields: flags.fields }, terminal);
  return inputs.invalid === 0 ? EXIT.found : EXIT.failure;
}

/** The inputs of a file as jobs. */
class Inputs {
  /** Number of invalid inputs. */
  invalid = 0;
  readonly #file: string;
  readonly #flags: EnqueueFlags;
  readonly #terminal: Terminal;

  constructor(file: string, flags: EnqueueFlags, terminal: Terminal) {
    this.#file = file;
    this.#flags = flags;
    this.#terminal = terminal;
  }

  /** Reports an invalid input. */
  report(message: string): void {
    if (++this.invalid <= REPORTED_INVALID) this.#terminal.note(message);
  }

  /** The valid inputs, one at a time. Columns of the user's own come back with the result. */
  async *jobs(): AsyncGenerator<JobInput, void> {
    const { input, endpoint: as } = this.#flags;
    const { input: stdin, signal } = this.#terminal;
    const rules = { as, defaults: callDefaults(this.#flags), isLocal: backendOf(this.#flags) === 'local' };
    for await (const { request, invalid } of readInputs({ file: this.#file, stdin }, input, rules, signal)) {
      if (invalid !== undefined) this.report(`line ${invalid.line}: ${invalid.error.message}`);
      else {
        const { endpoint, params, ...extra } = request;
        yield { endpoint, params, ...(Object.keys(extra).length === 0 ? {} : { extra }) } as JobInput;
      }
    }
  }
}
