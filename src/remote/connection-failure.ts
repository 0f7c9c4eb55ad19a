/** The error of a request to which no complete response arrived, with advice on `baseUrl`. */
import { causesOf, codeOf } from '../client/network-failure.ts';
import { TransportError } from '../contract/errors.ts';
import { withoutEchoes } from '../options/secrets.ts';

/** The event, and the advice. */
interface Diagnosis {
  why: string;
  advice: string;
  /** Whether a later attempt can succeed. @default true */
  retryable?: boolean;
}

/**
 * Returns the error of a failed request. Errors of got contain the request headers, and so the key: the cause has only the message and the code.
 *
 * @param origin The scheme, host and port of the service.
 */
export function connectionFailure(error: unknown, origin: string, key: string): TransportError {
  const { code, message: said } = causeOf(error);
  const message = withoutEchoes(said, key);
  const cause = Object.assign(new Error(message), code === '' ? {} : { code });
  const { why, advice, retryable = true } = diagnosisOf(code, message, origin);
  const shownCode = code === '' ? '' : ` (${code})`;
  return new TransportError(`${origin} did not respond: ${why}${shownCode}. ${advice}`.trim(), { cause, retryable });
}

/** Returns code and message of the innermost cause with a code, else of the innermost one: `fetch` wraps the error of the connection. */
function causeOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const causes = causesOf(error);
  const found = causes.findLast((cause) => codeOf(cause) !== undefined) ?? causes.at(-1);
  return { code: codeOf(found ?? error) ?? '', message: (found ?? error).message.trim() };
}

/** Codes and words of the runtimes if nothing listens. Bun and Deno have codes and words of their own. */
const REFUSED = /^(?:ECONNREFUSED|ConnectionRefused)$|connection refused/i;
const NOT_FOUND = /^(?:ENOTFOUND|EAI_AGAIN|DNSException)$|failed to lookup address/i;
const CLOSED =
  /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ConnectionClosed)$|connection (?:closed before|lost)|connection reset|unexpected end of file/i;
const NO_HTTP = /^HPE_|does not match the HTTP\/1\.1 protocol|invalid HTTP|malformed/i;
const NO_TLS = /wrong.version.number|corrupt message/i;
/** A browser does not say why. */
const HIDDEN = /^(?:failed to fetch|load failed|networkerror when attempting)/i;

function diagnosisOf(code: string, message: string, origin: string): Diagnosis {
  const isTls = origin.startsWith('https:');
  const says = (words: RegExp) => words.test(code) || words.test(message);
  if (says(REFUSED))
    return {
      why: 'the connection was refused',
      advice: 'Check that the service is running, and the host and port of baseUrl.',
    };
  if (says(NOT_FOUND))
    return { why: 'its host name was not found', advice: 'Check the host of baseUrl, and the DNS of this machine.' };
  if (isTls && says(NO_TLS))
    return {
      why: 'the port does not speak TLS',
      advice: 'If the service has no TLS, set baseUrl to a URL that starts with http://.',
      retryable: false,
    };
  if (/CERT|UNABLE_TO|SELF_SIGNED/.test(code))
    return {
      why: `its certificate is not trusted: ${message}`,
      advice: 'Check the host of baseUrl, or name the authority of the certificate in NODE_EXTRA_CA_CERTS.',
      retryable: false,
    };
  const tlsAdvice = 'If the port speaks TLS, set baseUrl to a URL that starts with https://.';
  if (says(NO_HTTP)) return { why: 'it sent no valid HTTP', advice: isTls ? '' : tlsAdvice };
  if (says(CLOSED)) return { why: 'the connection was closed', advice: isTls ? '' : tlsAdvice };
  if (says(HIDDEN))
    return {
      why: 'the browser did not say why',
      advice:
        "Check that the service is running, the host of baseUrl, and that the service allows this page's origin (CORS).",
    };
  return { why: message.replace(/\.$/, ''), advice: '' };
}
