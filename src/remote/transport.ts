/** The HTTP client of the remote backend, as a port: Node has one of its own, and every other runtime has `fetch`. */

/** A request to the service. */
export interface TransportRequest {
  /** HTTP method. */
  method: 'GET' | 'POST';
  /** URL of the endpoint, with its query. */
  url: string;
  /** Names are in lower case. They include the API key. */
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body?: string | undefined;
  /** Aborted when the call is aborted or times out, or the marketplace is closed. Close the connection then. */
  signal: AbortSignal;
  /** Largest size of the body of the response [bytes]. */
  maxBytes: number;
}

/** The response to a request, whatever its status. */
export interface TransportResponse {
  /** HTTP status. 0 for a redirect whose status and target the runtime hides, as browsers do. */
  status: number;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The decompressed body. */
  body: Uint8Array;
}

/** Sends requests over HTTP. It follows no redirects, so that no other host receives the key, and does not retry: the marketplace does. */
export interface Transport {
  /**
   * Sends a request and returns its response, whatever its status.
   *
   * @throws TransportError if the body is larger than `maxBytes`; any other error if no complete response arrives: it becomes the cause of a `TransportError`
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes all connections. Called once, when the marketplace is closed. */
  close(): void;
}
