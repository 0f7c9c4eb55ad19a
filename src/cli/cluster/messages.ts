/** The messages between the primary process of a cluster and its workers. */

/** A service that listens. */
export interface Ready {
  /** URL of the server. */
  url: string;
  /** The first key of a store that had none. */
  key: string | undefined;
}

/** The messages of a worker. */
export type FromWorker =
  | ({ type: 'ready' } & Ready)
  /** Asks for the responses of all processes, with its own. */
  | { type: 'collect'; id: number; request: Repeated; text: string }
  /** The response of the worker. */
  | { type: 'response'; id: number; text: string };

/** The messages of the primary process. */
export type FromPrimary =
  | { type: 'stop' }
  /** Asks for the response of the worker. */
  | { type: 'repeat'; id: number; request: Repeated }
  /** The responses of all processes. */
  | { type: 'collected'; id: number; texts: ProcessText[] };

/** A request that all processes get. */
export interface Repeated {
  url: string;
  method: string;
  headers: [name: string, value: string][];
  body?: string;
}

/** The response of one process. */
export interface ProcessText {
  /** Number of the process in its cluster: a process that replaces another one has the same number. */
  process: string;
  text: string;
}
