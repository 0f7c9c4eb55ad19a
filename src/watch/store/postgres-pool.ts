/** Connections to PostgreSQL: the user's own pool, or one of the optional package pg. */
import { invalidSetting, type Setting } from '../../options/checks.ts';
import { optionalPackage } from '../../options/modules.ts';
import { Secret, shownUrl } from '../../options/secrets.ts';

/** A statement for a {@link PostgresClient}. */
export interface PostgresQuery {
  /** The statement, with `$1`, `$2` and so on. */
  text: string;
  /** The values. */
  values?: unknown[];
  /** How columns are read, instead of the settings of the package. */
  types?: { getTypeParser(oid: number, format?: string): (value: string) => unknown };
  /** Milliseconds until a statement without a response fails. */
  query_timeout?: number;
}

/** A connection, as a pool of pg returns it. */
export interface PostgresClient {
  /** Runs a statement. */
  query(query: PostgresQuery): Promise<{ rows: readonly object[] }>;
  /** Returns the connection to its pool; with `true`, closes it instead. */
  release(isBroken?: boolean): void;
  /** Adds a listener. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Removes a listener. */
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** A pool of connections: a `Pool` of the package `pg`, or of another one with these methods. */
export interface PostgresPool {
  /** Returns a connection that no one else uses. */
  connect(): Promise<PostgresClient>;
  /** Closes all connections. */
  end(): Promise<void>;
  /** Number of connections. */
  readonly totalCount: number;
}

/** A PostgreSQL database: a URL (`postgres://`, `postgresql://`), also as a `Secret`, or a pool of pg, which its owner ends. */
export type PostgresTarget = string | Secret | PostgresPool;

/** Milliseconds until a connection must be open. */
const CONNECT_MS = 10_000;

/** Returns a target: a URL becomes a `Secret`. @throws BadRequestError `INVALID_CONFIGURATION` for a URL that is not PostgreSQL's */
export function postgresTarget({ name, value }: Setting): Secret | PostgresPool {
  if (isPool(value)) return value;
  const text = value instanceof Secret ? value.reveal() : value;
  if (typeof text === 'string' && /^postgres(?:ql)?:\/\//i.test(text) && URL.canParse(text)) return new Secret(text);
  const why = 'is not a PostgreSQL URL or a pool of pg: expected, for example, "postgres://user@localhost:5432/shop".';
  throw invalidSetting(name, undefined, `${shownUrl(text)} ${why}`);
}

/** A single client has `connect` and `end` too, but each transaction needs a connection that no one else uses. */
function isPool(value: unknown): value is PostgresPool {
  const { connect, end, totalCount } = Object(value) as Partial<PostgresPool>;
  return typeof connect === 'function' && typeof end === 'function' && typeof totalCount === 'number';
}

/** Returns a pool of the package pg. @throws BadRequestError `INVALID_CONFIGURATION` if it is not installed */
export async function openPool(url: Secret): Promise<PostgresPool> {
  const { Pool } = await optionalPackage(() => import('pg'), {
    name: 'pg',
    parameter: 'postgres',
    feature: 'PostgreSQL',
  });
  const pool = new Pool({
    connectionString: url.reveal(),
    application_name: 'buybox',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  // Without a listener, a lost connection that is not in use ends the process. The pool replaces it.
  pool.on('error', () => undefined);
  return pool;
}
