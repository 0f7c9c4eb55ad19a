/** The meaning of errors of PostgreSQL: which pass, and which error of this library the others are. */
import { BadRequestError, InternalError, MarketplaceError, UnavailableError } from '../../contract/errors.ts';

/** Codes of errors that only other settings cure, with what to do. */
const SETTINGS: Readonly<Record<string, string>> = {
  '28P01': 'the user name or the password is wrong. Correct the URL.',
  '28000': 'the server does not let this user in. Correct the user in the URL, or pg_hba.conf of the server.',
  '3D000': 'the database does not exist. Create it, or correct the URL.',
  '42501': 'the user may not do this. Grant CREATE on the database, or create the schema and make the user its owner.',
  '42P01': 'a table of the schema is missing. Restore it, or use another schema.',
  '42703': 'a column of the schema is missing. Restore its table, or use another schema.',
  '42P07': 'the schema has tables of another program. Use another schema.',
  NO_PASSWORD: 'the server needs a password. Add it to the URL: postgres://USER:PASSWORD@HOST/DATABASE.',
  NO_TLS: 'the server does not use TLS. Remove sslmode from the URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed. Give a pool of pg with the option ssl.ca.',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed. Give a pool of pg with the option ssl.ca.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not trusted. Give a pool of pg with the option ssl.ca.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is that of another host. Correct the host.',
};

/**
 * Codes of the server that pass: lost connections (08), a conflict (40), memory, disk or connections used up (53), locks (55), a stop or a time limit (57),
 * its files (58), writes to a server that is becoming a copy (25006), and transactions that took too long (25P03, 25P04).
 */
const PASSING = /^(?:08|40|53|55|57|58)...$|^25(?:006|P03|P04)$/;

/** Codes of transactions that the server has undone because of another one: running them again cures them. */
const CONFLICTS = new Set(['40001', '40P01']);

/** Whether the server has undone a transaction because of another one. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error));
}

/** Returns the error of this library for one of PostgreSQL. Its cause has no values of columns. */
export function postgresError(error: unknown, server: string): MarketplaceError {
  if (error instanceof MarketplaceError) return error;
  const code = codeOf(error);
  const cause = bareError(error, code);
  const setting = SETTINGS[code];
  if (setting !== undefined)
    return new BadRequestError(`postgres: ${server}: ${setting}`, {
      code: 'INVALID_CONFIGURATION',
      parameter: 'postgres',
      cause,
    });
  const isFromServer = /^[\dA-Z]{5}$/.test(code) && typeof Object(error).severity === 'string';
  if (isFromServer && !PASSING.test(code))
    return new InternalError(`postgres: ${server} refused a statement (${code}): ${cause.message}`, {
      cause,
      retryable: false,
    });
  return new UnavailableError(`postgres: ${server} cannot be used: ${cause.message}`, { cause });
}

/** The code of an error. Some of pg have a message only. */
function codeOf(error: unknown): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const text = String(message);
  if (/password must be a/i.test(text)) return 'NO_PASSWORD';
  if (text === 'The server does not support SSL connections') return 'NO_TLS';
  return typeof code === 'string' ? code : '';
}

/** An error of several addresses has the reasons in its members only. */
function bareError(error: unknown, code: string): Error {
  const { message, errors } = Object(error) as { message?: unknown; errors?: readonly unknown[] };
  const text = String(message ?? error) || errors?.map((one) => String(Object(one).message)).join(', ') || code;
  return Object.assign(new Error(text), { code });
}
