/** The messages between the primary process of a cluster and its workers. */

/** A service that listens. */
export interface Ready {
  /** URL of the server. */
  url: string;
  /** The first key of a store that had none. */
  key: string | undefined;
}

/** What a worker sends. */
export type FromWorker =
  | ({ type: 'ready' } & Ready)
  /** Asks for the metrics of all processes, with its own. */
  | { type: 'collect'; id: number; text: string }
  /** The metrics of the worker. */
  | { type: 'metrics'; id: number; text: string };

/** What the primary process sends. */
export type FromPrimary =
  | { type: 'stop' }
  /** Asks for the metrics of the worker. */
  | { type: 'report'; id: number }
  /** The metrics of all processes. */
  | { type: 'collected'; id: number; texts: ProcessText[] };

/** The metrics of one process. */
export interface ProcessText {
  /** Number of the process in its cluster: a process that replaces another one has the same number. */
  process: string;
  /** In Prometheus's text format. */
  text: string;
}
