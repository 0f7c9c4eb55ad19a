/** Personal data that has a name or a form of its own, wherever it is: in attributes, hidden inputs, scripts, URLs, comments. */
import { withoutEncoded } from './encoded.ts';
import { isPlaceholder, type Kind, PLACEHOLDERS, type Removed } from './kinds.ts';

/** A quotation mark, also inside a string of a script, an attribute or a URL. */
const QUOTE = String.raw`(?:\\{0,8}["']|&quot;|&apos;|&#3[49];|&#x2[27];|\\x2[27]|\\u002[27]|%2[27])`;
/** The beginning of a URL parameter, also inside another URL. */
const PARAMETER = String.raw`(?:[?&;]|%26|%3F|\\u0026|\\x26)`;
const EQUALS = '(?:=|%3D|%253D)';

/** The names that values have in scripts, attributes and inputs. */
const NAMED: readonly [Kind, string][] = [
  [
    'session id',
    String.raw`[a-z_]{0,20}session[-_]?id(?:-time)?|[a-z]{0,20}session[-_]?token|parentSession|ue_sid|ubid[-a-z]{0,8}`,
  ],
  ['request id', String.raw`[a-z_-]{0,24}request-?_?id|ue_id|rid|impression-?id`],
  ['customer id', String.raw`(?:encrypted|obfuscated|ad|visual)?customer-?_?id|directedId|account-?_?id|user-?_?id`],
  ['ip address', String.raw`[a-z]{0,20}ip-?_?address|remoteAddress|(?:client|customer|user)?ip`],
  [
    'token',
    String.raw`[a-z_-]{0,40}csrf[a-z0-9_-]{0,20}|[a-z_-]{0,40}token(?:_|-[a-z]{2,12})?|bm-verify|lazyLoadRenderRequest|(?:x|at|sess-at|sst)-(?:main|ac[a-z]{2,6})|x-amz-acp-params|data-acp-params|appActionToken`,
  ],
  ['tracking', String.raw`(?:device|visitor)-?_?id|fingerprint|data-csa-c-id|gclid|fbclid`],
  ['name', String.raw`customer-?_?name|(?:customer)?first-?_?name|shopper-?_?name|recipient-?_?name`],
  [
    'place',
    String.raw`[a-z_]{0,24}zip-?_?code|zip|[a-z_]{0,24}postal_?-?code|[a-z]{0,20}address-?id|address-?(?:city|state|line\d?)|(?:customer|delivery|shipTo)City|latitude|longitude`,
  ],
  ['email', String.raw`(?:customer|user|shopper)-?_?email`],
];

/** The names of parameters in URLs and cookies. */
const PARAMETERS: readonly [Kind, string][] = [
  ['session id', String.raw`session-id(?:-time)?|session-token|sessionId|sid|ubid-[a-z]+`],
  ['token', String.raw`(?:x|at|sess-at|sst)-[a-z]{2,8}|[a-z_-]{0,30}csrf[a-z0-9_-]{0,20}|[a-z_-]{0,20}token|tok`],
  ['request id', String.raw`pf_rd_r|pd_rd_r|rid|requestId`],
  [
    'tracking',
    String.raw`pd_rd_wg?|spc|sp_csd|crid|sprefix|dib|aref|ascsubtag|tag|linkId|gclid|fbclid|openid\.assoc_handle`,
  ],
  ['customer id', 'customerId|directedId'],
  ['place', 'zip(?:Code)?|postalCode|addressID'],
  ['list', 'lid|listId|colid|coliid'],
];

interface Pattern {
  kind: Kind;
  /** With a group `value`. */
  pattern: RegExp;
}

/** Values with a form that nothing else on a page has. */
const FORMS: readonly Pattern[] = [
  // An order number has the form of a session id.
  {
    kind: 'session id',
    pattern: /(?<![\d-])(?<value>\d{3}(?<dash>\\?-|\\x2[Dd]|%2[Dd]|\\u002[Dd])\d{7}\k<dash>\d{7})(?!\d)/g,
  },
  {
    kind: 'request id',
    pattern:
      /(?:(?<![A-Za-z\d%+/-])|(?<=%(?:2[26CF]|3[ADF])))(?<value>(?=[A-Z]{0,19}\d)(?=(?:\d{0,17}[A-Z]){3})[A-Z\d]{20})(?![A-Za-z\d+/=]|%2[BbFf])/g,
  },
  // In a class or a comment, a hyphen stands for the equals sign.
  { kind: 'request id', pattern: /(?<=\b(?:p[fd]_rd_r|rid)-)(?<value>[A-Z\d]{20}|[\da-f]{8}(?:-[\da-f]{4,12}){4})/g },
  { kind: 'tracking', pattern: /(?<=\bpd_rd_wg?-)(?<value>[A-Za-z\d]{5,})/g },
  { kind: 'tracking', pattern: /(?<=\/x\/(?:px|c)\/)(?<value>[\w-]{30,})/g },
  { kind: 'token', pattern: /(?<value>\bAtz?[a-z]\|[\w+/=-]{20,})/g },
  { kind: 'token', pattern: /(?<value>(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*)?)/g },
  // A CSRF token: its end holds a date and a number, with zeros.
  {
    kind: 'token',
    pattern: /(?<![\w+/%=-])(?<value>[gh](?:[\w+%]|\\?\/){36,110}?A{5}(?:[\w+%]|\\?\/){3,70}={0,2})(?![\w+/=])/g,
  },
  // Notes of the servers about a request, encrypted.
  { kind: 'token', pattern: /(?<=<!--\s{0,3}(?:sp:eh:|whfh-))(?<value>[\w+/=-]{40,})/g },
  { kind: 'list', pattern: /(?<=\/wishlist\/ls\/)(?<value>[A-Z\d]{10,16})/g },
  {
    kind: 'payment',
    pattern:
      /(?<=(?:Visa|Master[Cc]ard|American Express|Amex|JCB|Maestro)\s(?:ending in|[*•.·-]{2,12})\s?)(?<value>\d{4})\b/g,
  },
];

const EMAIL = /(?<![\w.+-])(?<value>[\w.+-]{1,64}@(?:[A-Za-z\d-]{1,63}\.){1,4}[A-Za-z]{2,12})(?![\w-])/g;
/** The site's own addresses are in its comments and on its help pages. */
const OF_THE_SITE = /@(?:[\w-]+\.)*amazon(?:\.[a-z]{2,3}){1,2}$/i;

const PATTERNS: readonly Pattern[] = [
  ...NAMED.flatMap(([kind, names]) => [named(kind, names), ...inputs(kind, names)]),
  ...PARAMETERS.map(([kind, names]) => parameter(kind, names)),
  ...FORMS,
];

/** `"csrfToken":"..."`, `ue_sid = '...'`, `data-requestid="..."`. A value without a name of its own, such as a variable, is not quoted. */
function named(kind: Kind, names: string): Pattern {
  const source = `(?:(?<![a-z])|(?<=\\\\[nrt]))(?:${names})${QUOTE}?\\]?\\s*(?:[:=,]|%3A|%3D)\\s*(?<quote>${QUOTE})(?<value>(?:(?!\\k<quote>)[^<>\\n]){1,2000})(?=\\k<quote>)`;
  return { kind, pattern: new RegExp(source, 'gi') };
}

/** `<input name="session-id" value="...">` in any order, and a `meta` element with `content`. */
function inputs(kind: Kind, names: string): Pattern[] {
  const name = `(?<![a-z])name=(?<quote>${QUOTE})(?:${names})\\k<quote>`;
  const value = `(?<![a-z])(?:value|content)=\\k<quote>(?<value>(?:(?!\\k<quote>)[^<>\\n]){1,2000})(?=\\k<quote>)`;
  const first = value.replace('\\k<quote>', `(?<quote>${QUOTE})`);
  const second = name.replace(`(?<quote>${QUOTE})`, '\\k<quote>');
  return [`${name}[^<>]{0,200}?${value}`, `${first}(?=\\k<quote>[^<>]{0,200}?${second})`].map((source) => ({
    kind,
    pattern: new RegExp(source, 'gi'),
  }));
}

function parameter(kind: Kind, names: string): Pattern {
  const source = `(?<=${PARAMETER}|[;"'\\s])(?:${names})${EQUALS}(?<value>(?:(?!%26|\\\\u0026|\\\\x26)[^&"'<>\\s;#\\\\,)])+)`;
  return { kind, pattern: new RegExp(source, 'gi') };
}

/** Replaces the values of all patterns in a text. `isPublic` says which e-mail addresses stay. */
export function withoutPatterns(text: string, removed: Removed, isPublic: (value: string) => boolean): string {
  let clean = text;
  for (const { kind, pattern } of PATTERNS) clean = replaced(clean, { kind, pattern }, removed, () => false);
  clean = withoutEncoded(clean, (decoded) => withoutPatterns(decoded, removed, isPublic));
  const isKept = (value: string) => OF_THE_SITE.test(value) || isPublic(value);
  return replaced(clean, { kind: 'email', pattern: EMAIL }, removed, isKept);
}

function replaced(
  text: string,
  { kind, pattern }: Pattern,
  removed: Removed,
  isKept: (value: string) => boolean,
): string {
  return text.replace(pattern, (found: string, ...rest: unknown[]) => {
    const { value = '' } = rest.at(-1) as { value?: string };
    if (isHarmless(value) || isKept(value)) return found;
    removed.add(kind);
    const at = found.lastIndexOf(value);
    return `${found.slice(0, at)}${PLACEHOLDERS[kind]}${found.slice(at + value.length)}`;
  });
}

/** Whether a value says nothing about anybody: a placeholder, or the state of a script. */
function isHarmless(value: string): boolean {
  return isPlaceholder(value) || /^(?:null|undefined|true|false|none|\s*)$/i.test(value);
}
