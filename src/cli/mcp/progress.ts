/** Tells an assistant how far a call is, when it asked to be told. */
import type { ServerContext } from '@modelcontextprotocol/server';

/** Notes of a call's progress. */
export interface Progress {
  /** Something happened. */
  tell(message: string): void;
  /** The call is over. */
  end(): void;
}

const SILENT: Progress = { tell: () => undefined, end: () => undefined };

/** A call can wait for its turn and for retries: now and then it says that it still runs. */
const BEAT_MS = 5_000;

/** Begins to tell. What is told counts the seconds since the call began. */
export function startProgress(
  { _meta, notify }: Pick<ServerContext['mcpReq'], '_meta' | 'notify'>,
  beatMs: number = BEAT_MS,
): Progress {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return SILENT;
  const began = performance.now();
  let last = 0;
  const tell = (message: string) => {
    const seconds = Math.round(performance.now() - began) / 1000;
    // Each note must be further on than the one before.
    last = Math.max(seconds, last + 0.001);
    // Who has left hears no more, and that is no failure.
    notify({ method: 'notifications/progress', params: { progressToken, progress: last, message } }).catch(
      () => undefined,
    );
  };
  const beat = setInterval(() => tell(`under way for ${Math.round((performance.now() - began) / 1000)} s`), beatMs);
  return { tell, end: () => clearInterval(beat) };
}
