/** Settings of the processes of a run. */
export interface MachineSettings {
  /** URL of the Redis server, through the network of the test. */
  redis: string;
  /** URL of the site. */
  site: string;
  /** Folder for the results. */
  folder: string;
  pace: { concurrency: number; minGapMs: number; jitterMs: number };
  /** How long a job belongs to a killed process [milliseconds]. */
  lockMs: number;
  /** Secret of the webhooks. */
  secret: string;
}

/** The requests that the site has seen. */
export interface SiteRecord {
  /** When each request was sent, by host: on the clock of its process, which did not wait for anything after that [milliseconds since the epoch]. */
  sent: Record<string, number[]>;
  /** Most requests at once, by host. */
  most: Record<string, number>;
  /** Ids of the webhooks, in order. */
  webhooks: string[];
  /** Number of requests that the site refused. */
  failures: number;
}
