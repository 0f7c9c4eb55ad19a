/** Finds a secret in a text that somebody else wrote, also encoded: a service can echo it in a URL, in JSON, in HTML or in Base64. */

/** What replaces an echoed secret. */
const REDACTED = '[redacted]';

/** Shorter secrets are not looked for: they could be part of any word. */
const SHORTEST_SECRET = 4;

/** Shorter parts of an encoded secret are not looked for, for the same reason. */
const SHORTEST_ENCODED = 8;

/** Returns the text without the secret, in whatever usual form it has it. */
export function withoutEchoes(text: string, secret: string): string {
  if (secret.length < SHORTEST_SECRET) return text;
  const { forms, starts } = echoesOf(secret);
  let clean = '';
  let at = 0;
  starts.lastIndex = 0;
  while (starts.test(text)) {
    const start = starts.lastIndex - 1;
    const end = forms.reduce((last, form) => Math.max(last, endOf(text, start, form) ?? 0), 0);
    if (end === 0) continue;
    clean += text.slice(at, start) + REDACTED;
    at = end;
    starts.lastIndex = end;
  }
  return at === 0 ? text : clean + text.slice(at);
}

/** A text to look for. */
interface Form {
  characters: readonly string[];
  /** Whether upper and lower case are the same. */
  isFolded: boolean;
}

/** What to look for. */
interface Echoes {
  forms: readonly Form[];
  /** Finds where a form can begin: its first character. Compiled once, because every response is searched. */
  starts: RegExp;
}

const known = new Map<string, Echoes>();

function echoesOf(secret: string): Echoes {
  const found = known.get(secret);
  if (found !== undefined) return found;
  // A key that changes with each attempt must not fill the memory.
  if (known.size > 100) known.clear();
  const forms = readForms(secret);
  const echoes = { forms, starts: startsOf(forms) };
  known.set(secret, echoes);
  return echoes;
}

function readForms(secret: string): Form[] {
  // The bytes of the secret, a character each, as `btoa` reads them.
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  // In Base64 three bytes are four characters: the text before the secret decides where it begins.
  const base64 = [0, 1, 2].map((before) => {
    const text = btoa('\0'.repeat(before) + bytes).replace(/(?<!=)=+$/, '');
    const last = (before + bytes.length) % 3 === 0 ? text.length : text.length - 1;
    return text.slice(Math.ceil((before * 8) / 6), last);
  });
  const encoded = [...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
  return [
    { characters: [...secret.toLowerCase()], isFolded: true },
    { characters: [...bytes].flatMap(hexadecimalOf), isFolded: true },
    ...[...new Set(encoded)].map((text) => ({ characters: [...text], isFolded: false })),
  ].filter(({ characters }, index) => index === 0 || characters.length >= SHORTEST_ENCODED);
}

function hexadecimalOf(byte: string): string[] {
  return [...byte.charCodeAt(0).toString(16).padStart(2, '0')];
}

/** One expression for all forms: most texts are read once, and have few places where a form can begin. */
function startsOf(forms: readonly Form[]): RegExp {
  const pairs = forms.map(({ characters, isFolded }) =>
    characters.slice(0, 2).map((character) => {
      const written = isFolded ? character.toLowerCase() + character.toUpperCase() : character;
      return written.replace(/[\\\]^-]/g, '\\$&');
    }),
  );
  const firsts = pairs.map(([first]) => first).join('');
  const encoded = String.raw`[%=](?=[\dA-Fa-f]{2})|\\(?=[uxUX\\${firsts}])|&(?=#|(?:amp|lt|gt|quot|apos);)`;
  // Most texts contain no second character either, so that few places are read.
  const plain = pairs.map(([first, second = '']) => String.raw`[${first}](?=[${second}%=\\&])`);
  return new RegExp([...new Set(plain), encoded].join('|'), 'g');
}

/** Returns where the form ends that begins at a place; `undefined` if the place has another text. */
function endOf(text: string, start: number, { characters, isFolded }: Form): number | undefined {
  let ends = new Set([start]);
  for (const expected of characters) {
    const next = new Set<number>();
    for (const at of ends)
      for (const { character, end } of readingsOf(text, at))
        if ((isFolded ? character.toLowerCase() : character) === expected) next.add(end);
    if (next.size === 0) return undefined;
    ends = next;
  }
  return Math.max(...ends);
}

interface Reading {
  character: string;
  end: number;
}

/** How a character can be written, by the first character of the form: `%2B` and `%252B`, `=2B`, `\u002b`, `\x2b`, `\+`, `&#43;`, `&#x2b;`. */
const WRITTEN: Readonly<Record<string, readonly [pattern: RegExp, read: (written: string) => string][]>> = {
  '%': [
    [/%([\da-f]{2})/iy, hexadecimal],
    [/%25([\da-f]{2})/iy, hexadecimal],
    [/%2525([\da-f]{2})/iy, hexadecimal],
  ],
  '=': [[/=([\da-f]{2})/iy, hexadecimal]],
  '\\': [
    [/\\{1,4}u([\da-f]{4})/iy, hexadecimal],
    [/\\{1,4}x([\da-f]{2})/iy, hexadecimal],
    [/\\{1,4}([^\\ux])/iy, (character) => character],
    [/\\(\\)/y, (character) => character],
    [/\\{3}(\\)/y, (character) => character],
  ],
  '&': [
    [/&(?:amp;)?#x0{0,5}([\da-f]{2});/iy, hexadecimal],
    [/&(?:amp;)?#0{0,5}(\d{2,3});/iy, (digits) => String.fromCharCode(Number(digits))],
    [/&(?:amp;)?(amp|lt|gt|quot|apos);/iy, (name) => ENTITIES[name.toLowerCase()] ?? ''],
  ],
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function hexadecimal(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function readingsOf(text: string, at: number): Reading[] {
  const character = text[at];
  if (character === undefined) return [];
  const readings = [{ character, end: at + 1 }];
  for (const [pattern, read] of WRITTEN[character] ?? []) {
    pattern.lastIndex = at;
    const written = pattern.exec(text)?.[1];
    if (written !== undefined) readings.push({ character: read(written), end: pattern.lastIndex });
  }
  return readings;
}
