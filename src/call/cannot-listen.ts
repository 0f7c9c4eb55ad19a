/** Errors of servers that cannot start. */
import { BadRequestError } from '../contract/errors.ts';
import { shown } from '../contract/shown.ts';

/**
 * Returns the error for a host or port that cannot be used.
 *
 * @param prefix First part of the flag's name.
 */
export function cannotListen(
  host: string,
  port: number,
  cause: NodeJS.ErrnoException,
  prefix: '' | 'metrics-' = '',
): BadRequestError {
  const { code = '' } = cause;
  const parameter = `${prefix}${['EADDRINUSE', 'EACCES'].includes(code) ? 'port' : 'host'}`;
  const option = prefix === '' ? ' or the option port' : '';
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `${port} is in use on ${host}: expected a free port. Choose another with --${parameter}${option}, or 0 for any free one.`,
    EACCES: `${port} needs more rights: expected a port of 1024 or more. Choose another with --${parameter}${option}.`,
  };
  const why =
    reasons[code] ??
    `${shown(host)} cannot be used (${code || cause.message}): expected an IP address or host name of this machine, such as 127.0.0.1.`;
  return new BadRequestError(`${parameter}: ${why}`, { code: 'INVALID_CONFIGURATION', parameter, cause });
}
