/** The meaning of errors of Redis: which pass, and which error of this library the others are. */
import { InternalError, MarketplaceError, UnavailableError } from '../contract/errors.ts';
import { wrongSetting } from '../options/checks.ts';

/** Errors of a server that is no longer the master, in our words. */
const DEMOTED: Readonly<Record<string, string>> = {
  READONLY: 'it is a replica, and takes no writes',
  UNBLOCKED: 'it changes its role',
};

/** Errors of a server that is starting, changes its role, or moves data, in our words: sending the command again cures them. */
const PASSING: Readonly<Record<string, string>> = {
  ...DEMOTED,
  LOADING: 'it is loading its data',
  MASTERDOWN: 'it is a replica without its master',
  NOREPLICAS: 'it has too few replicas',
  CLUSTERDOWN: 'the cluster is down',
  TRYAGAIN: 'the cluster moves data',
  ASK: 'the cluster moves data',
  BUSY: 'it is busy with a script',
};

/** Codes of errors that only other settings cure, with what to do. */
const SETTINGS: Readonly<Record<string, string>> = {
  WRONGPASS: 'the user name or the password is wrong. Correct the URL.',
  NOAUTH: 'the server needs a password. Add it to the URL: redis://:PASSWORD@HOST:PORT.',
  NOPERM: 'the user may not run a command, or not use a key. Change its ACL.',
  MOVED:
    'the server is a node of a Redis Cluster. Give a client instead of a URL: new Cluster([{ host, port }]) of ioredis.',
  CROSSSLOT: 'the server is a Redis Cluster that cannot run the command. Report it as a bug.',
  WRONGTYPE: 'a key has data of another program. Use another prefix.',
  NOT_REDIS: 'the server does not respond as a Redis server. Correct the host and the port, or use rediss:// for TLS.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not use TLS. Use redis:// instead of rediss://.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed. Give a client of ioredis with the option tls.ca.',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed. Give a client of ioredis with the option tls.ca.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not trusted. Give a client of ioredis with the option tls.ca.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is that of another host. Correct the host.',
};

/** Codes of errors that only an operator of the server cures. Nothing was written. */
const OPERATOR: Readonly<Record<string, string>> = {
  OOM: 'its memory is full. Raise maxmemory, with maxmemory-policy noeviction.',
  MISCONF: 'it cannot save its data and refuses writes. Check its disk and its log.',
};

/** Key of errors of our own Redis server, the same in the ESM and the CommonJS build. */
const OWN = Symbol.for('buybox.redis');

/** Whether an error, or one that caused it, is that our own Redis server could not be used. */
export function isRedisFailure(error: unknown): boolean {
  const { [OWN]: isOwn, cause } = Object(error) as { [OWN]?: true; cause?: unknown };
  return isOwn === true || (cause !== undefined && cause !== error && isRedisFailure(cause));
}

function unavailable(message: string, cause?: Error, retryable = true): UnavailableError {
  return Object.defineProperty(new UnavailableError(message, { cause, retryable }), OWN, { value: true });
}

/** Whether an error is one of a server or of its client: not one of this library or of the program, and none of BullMQ's numbers for jobs and locks that are gone. */
export function isOfServer(error: unknown): error is Error {
  const isOther = [MarketplaceError, TypeError, SyntaxError, DOMException].some((kind) => error instanceof kind);
  return error instanceof Error && !isOther && typeof (error as { code?: unknown }).code !== 'number';
}

/** Whether a server is no longer the master: after a fail-over, its host name can belong to another server, which a new connection reaches. */
export function isDemoted(error: Error): boolean {
  return DEMOTED[codeOf(error)] !== undefined;
}

/** Whether sending the command again can cure an error: the connection was lost, or the server is changing its state. */
export function isPassing(error: Error): boolean {
  const code = codeOf(error);
  return error.name === 'ReplyError' ? PASSING[code] !== undefined : SETTINGS[code] === undefined;
}

/** Returns the error of this library for one of Redis. Its cause has no arguments of commands, which can contain a password. */
export function redisError(error: Error, server: string): MarketplaceError {
  const code = codeOf(error);
  const cause = bareError(error, code);
  const setting = SETTINGS[code];
  if (setting !== undefined) return wrongSetting('redis', `${server}: ${setting}`, cause);
  const operator = OPERATOR[code];
  if (operator !== undefined) return unavailable(`redis: ${server}: ${operator}`, cause);
  if (error.name === 'ReplyError' && PASSING[code] === undefined)
    return new InternalError(`redis: ${server} refused a command: ${reasonOf(error)}.`, { cause, retryable: false });
  return unavailable(
    `redis: ${server} cannot be used: ${reasonOf(error)}. Check the URL, and that the server runs.`,
    cause,
  );
}

/** Returns the error for a command that has waited for as long as it may. */
export function waitedTooLong(server: string, waitMs: number, last: Error | undefined): UnavailableError {
  const reason = last === undefined ? 'no response' : reasonOf(last);
  const cause = last === undefined ? undefined : bareError(last, codeOf(last));
  return unavailable(`redis: ${server} could not be used for ${waitMs} ms: ${reason}. Check that it runs.`, cause);
}

/** Returns the error for the use of a connection that is closed. */
export function closedConnection(server: string): UnavailableError {
  return unavailable(`redis: the connection to ${server} is closed.`, undefined, false);
}

/** Why a server cannot be used, without the names of scripts and a full stop. */
function reasonOf(error: Error): string {
  const known = error.name === 'ReplyError' ? PASSING[codeOf(error)] : undefined;
  return known === undefined ? error.message.replace(/\.? script: .*$|\.$/s, '') : `${known} (${codeOf(error)})`;
}

/** The code of an error: the first word of a response, also behind the words of a script's failure; else the code or the name. */
function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  if (error.message.startsWith('Unknown RESP type')) return 'NOT_REDIS';
  if (error.name !== 'ReplyError') return typeof code === 'string' ? code : error.name;
  // Servers before Redis 7: "ERR Error running script (...): @user_script: 3: -READONLY You can't write ...".
  const [, inner, outer] = /^ERR Error running script.*?-([A-Z]{3,})\b|^-?([A-Z]+)\b/.exec(error.message) ?? [];
  const found = inner ?? outer ?? 'ERR';
  return /invalid (?:username-)?password/i.test(error.message) ? 'WRONGPASS' : found;
}

function bareError({ name, message }: Error, code: string): Error {
  return Object.assign(new Error(message), { name, code });
}
