/** Messages of Redis that wake the waiting requests of a process. A lost message costs time only: the requests ask again. */
import type { Cluster, Redis } from 'ioredis';
import type { RedisConnection } from '../../redis/connection.ts';

/** The wakes of one process. The connection for them is opened when a request waits for the first time. */
export class RedisWakes {
  /** Start of the names of the channels. The id of the process follows. */
  readonly prefix: string;
  readonly #connection: RedisConnection;
  readonly #processId: string;
  readonly #listeners = new Set<(place: string) => void>();
  #subscriber: Redis | Cluster | undefined;
  #isOpened = false;
  #isClosed = false;

  constructor(connection: RedisConnection, processId: string) {
    this.#connection = connection;
    this.#processId = processId;
    this.prefix = `${connection.prefix}:wake:`;
  }

  listen(listener: (place: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Starts to receive messages. */
  open(): void {
    if (this.#isOpened) return;
    this.#isOpened = true;
    this.subscribe().catch(() => {
      this.#subscriber?.disconnect();
      this.#isOpened = false;
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#subscriber?.disconnect();
  }

  private async subscribe(): Promise<void> {
    const client = await this.#connection.client();
    if (this.#isClosed) return;
    // It waits for messages, so it neither times out nor gives up.
    const options = { enableOfflineQueue: true, maxRetriesPerRequest: null, socketTimeout: undefined };
    const subscriber: Redis | Cluster =
      'nodes' in client ? client.duplicate() : (client as Redis).duplicate(options as object);
    this.#subscriber = subscriber;
    subscriber.on('error', () => undefined);
    subscriber.on('message', (_channel: string, place: string) => {
      for (const listener of this.#listeners) listener(place);
    });
    await subscriber.subscribe(this.prefix + this.#processId);
  }
}
