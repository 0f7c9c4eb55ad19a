/** The error of a request to which no complete response arrived, with advice on `baseUrl`. */
import { TransportError } from '../contract/errors.ts';
import { withoutEchoes } from '../settings/echoes.ts';

/** What happened, and what to do. */
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
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const message = withoutEchoes(error instanceof Error ? error.message.trim() : String(error), key);
  const cause = Object.assign(new Error(message), code === '' ? {} : { code });
  const { why, advice, retryable = true } = diagnosisOf(code, message, origin);
  const shownCode = code === '' ? '' : ` (${code})`;
  return new TransportError(`${origin} did not respond: ${why}${shownCode}. ${advice}`.trim(), { cause, retryable });
}

function diagnosisOf(code: string, message: string, origin: string): Diagnosis {
  const isTls = origin.startsWith('https:');
  if (code === 'ECONNREFUSED')
    return {
      why: 'the connection was refused',
      advice: 'Check that the service is running, and the host and port of baseUrl.',
    };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { why: 'its host name was not found', advice: 'Check the host of baseUrl, and the DNS of this machine.' };
  if (code === 'EPROTO' && message.includes('wrong version number'))
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
  if (code.startsWith('HPE_')) return { why: 'it sent no valid HTTP', advice: isTls ? '' : tlsAdvice };
  if (code === 'ECONNRESET') return { why: 'the connection was closed', advice: isTls ? '' : tlsAdvice };
  return { why: message.replace(/\.$/, ''), advice: '' };
}
