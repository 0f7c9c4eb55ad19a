/** The headers that options of a marketplace or of a call may add to requests. */
import { filledString, invalidSetting, type Setting, wrongSetting } from './checks.ts';

/** Headers of requests. Names are in lower case. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** A name of a header (RFC 9110 §5.1). */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** A value of a header (RFC 9110 §5.5): no line ends, so that it cannot add further headers. */
const VALUE = /^[\t\x20-\x7e]{0,4000}$/;

/** Headers that belong to the backend or the connection: the key, cookies, the target, the idempotency key, and how bodies and connections are written. */
const RESERVED =
  /^(?:x-api-key|cookie2?|host|idempotency-key|content-.*|accept-encoding|transfer-encoding|connection|keep-alive|proxy-.*|te|trailer|upgrade|expect)$/;

/** Returns headers with names in lower case. `Headers`, a `Map` and a list are refused: they have no members to read. Messages do not show values, which can be secrets. */
export function requestHeaders({ name: option, value: given }: Setting): RequestHeaders {
  if (typeof given !== 'object' || given === null || Symbol.iterator in given)
    throw wrongSetting(option, 'is not valid: expected an object of names and values.');
  return Object.fromEntries(
    Object.entries(given).flatMap(([given, value]: [string, unknown]) => {
      const name = checkedName(option, given);
      return value === undefined ? [] : [[name, headerValue({ name: `${option}.${name}`, value })]];
    }),
  );
}

/** Returns the value of a `user-agent` header. */
export const userAgentText = (setting: Setting): string =>
  headerValue({ name: setting.name, value: filledString(setting) });

/** Returns the headers of a text: an object in JSON. */
export function headersIn(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongSetting(name, 'is not JSON: expected an object of names and values, as in {"x-tenant":"7"}.');
  }
}

function checkedName(option: string, given: string): string {
  const name = given.toLowerCase();
  if (!NAME.test(name))
    throw invalidSetting(option, given, 'is not the name of a header: expected letters, digits and hyphens.');
  if (RESERVED.test(name))
    throw wrongSetting(`${option}.${name}`, 'is set by the marketplace: expected another header. Leave it out.');
  return name;
}

function headerValue({ name, value }: Setting): string {
  if (typeof value === 'string' && VALUE.test(value)) return value;
  throw wrongSetting(name, 'is not valid: expected a string of at most 4000 printable ASCII characters.');
}
