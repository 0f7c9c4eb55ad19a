/** Hostile scripts: embedded JSON that is deep, huge, cut or repeated. */
import type { Random } from './random.ts';

export interface HostileScript {
  name: string;
  /** Returns scripts. @param marker A text that a reader looks for in scripts, or the attribute `data-a-state` of one */
  make: (size: number, marker: string, random: Random) => string;
}

const times = (size: number, unit: string) => unit.repeat(Math.max(1, Math.ceil(size / (unit.length || 1))));
const script = (body: string) => `<script>${body}</script>`;
const each = (size: number, unit: (at: number) => string) => {
  const parts: string[] = [];
  for (let length = 0, at = 0; length < size; at++) length += parts[parts.push(unit(at)) - 1]?.length ?? 1;
  return parts.join('');
};

const TABLE: Readonly<Record<string, HostileScript['make']>> = {
  markers: (size, marker) => script(times(size, `${marker} `)),
  'markers with a bracket': (size, marker) => script(times(size, `${marker}: {`)),
  'markers with a list': (size, marker) => script(times(size, `${marker}: [`)),
  'markers with a string': (size, marker) => script(times(size, `${marker}: {"`)),
  'markers with a quote': (size, marker) => script(times(size, `${marker}: "`)),
  'markers with wrong JSON': (size, marker) => script(times(size, `${marker}: {a b}`)),
  'markers with JSON': (size, marker) => script(times(size, `${marker}: {"a": 1}, `)),
  'markers with blanks': (size, marker) => script(times(size, `${marker}${' '.repeat(60)}`)),
  'a marker and blanks': (size, marker) => script(`${marker}${times(size, ' ')}`),
  'a marker and colons': (size, marker) => script(`${marker}${times(size, ':')}`),
  'deep lists': (size, marker) => script(`${marker}: ${'['.repeat(size / 2)}${']'.repeat(size / 2)}`),
  'deep objects': (size, marker) => script(`${marker}: ${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`),
  'deep literals': (size, marker) => script(`${marker}: ${'{a:'.repeat(size / 4)}1${'}'.repeat(size / 4)}`),
  'open lists': (size, marker) => script(`${marker}: ${'['.repeat(size)}`),
  'open objects': (size, marker) => script(`${marker}: ${'{'.repeat(size)}`),
  'open strings': (size, marker) => script(`${marker}: {"a": "${times(size, '\\"')}`),
  members: (size, marker) =>
    script(`${marker}: {${each(size, (at) => `"B${String(at).padStart(9, '0')}": ["a", ${at}],`)}"z": 1}`),
  'members of a literal': (size, marker) => script(`${marker}: {${each(size, (at) => `k${at}: '${at}',`)}}`),
  'comments in a literal': (size, marker) => script(`${marker}: {${times(size, '/* a */ ')}}`),
  'open comments in a literal': (size, marker) => script(`${marker}: {${times(size, '/*')}}`),
  'commas in a literal': (size, marker) => script(`${marker}: {a: 1${times(size, ' ,')}}`),
  'long words in a literal': (size, marker) => script(`${marker}: {${times(size, 'a')}}`),
  'quotes in a literal': (size, marker) => script(`${marker}: {a: '${times(size, '"')}'}`),
  'backslashes in a literal': (size, marker) => script(`${marker}: {a: '${times(size, '\\\\')}'}`),
  'huge numbers': (size, marker) => script(`${marker}: {"a": ${times(size, '9')}, "price": 1e999}`),
  'a long string': (size, marker) => script(`${marker}: {"a": "${times(size, 'a')}"}`),
  'a long string with escapes': (size, marker) => script(`${marker}: {"a": "${times(size, '\\u0041')}"}`),
  'many values': (size, marker) =>
    script(
      `${marker}: {"initial": [${times(size, '{"hiRes":"https://a/b.jpg","large":null,"asin":"B0LANTERN1"},')}{}]}`,
    ),
  'lists of values': (size, marker) => script(`${marker}: [${times(size, '"B0LANTERN1",')}"x"]`),
  'a value of another type': (size, marker) => script(`${marker}: ${times(size, '[[["a"]]],').slice(0, -1)}`),
  'many scripts': (size, marker) => times(size, script(`${marker}: {`)),
  'many scripts with JSON': (size, marker) => times(size, script(`${marker}: {"a": 1}`)),
  'empty scripts': (size) => times(size, '<script></script>'),
  'long scripts': (size, marker) => script(`${times(size, 'a')}${marker}: {}`),
  'scripts of brackets': (size, marker) => script(`${marker}: {${times(size, '{}[]')}`),
  states: (size, marker, random) =>
    each(
      size,
      (at) => `<script type="a-state" data-a-state='{"key":"${random.below(2) ? marker : at}"}'>{"a":${at}}</script>`,
    ),
  'deep states': (size, marker) =>
    `<script type="a-state" data-a-state='{"key":"${marker}"}'>${'['.repeat(size)}</script>`,
  'wrong states': (size, marker) => times(size, `<script type="a-state" data-a-state='{"key":"${marker}"'>{</script>`),
  'states with deep keys': (size) => `<script type="a-state" data-a-state='${'{"key":'.repeat(size / 7)}'>{}</script>`,
  'states of other JSON': (size, marker) =>
    `<script type="a-state" data-a-state='{"key":"${marker}"}'>{${each(size, (at) => `"k${at}":{"a":[${at}]},`)}"z":1e999}</script>`,
  carousels: (size, _, random) =>
    each(
      size,
      (at) =>
        `<div class="a-carousel-container" data-a-carousel-options='{"ajax":{"id_list":["{\\"id\\":\\"B${String(random.below(1000)).padStart(9, '0')}\\"}"]},"set_size":${at}}'></div>`,
    ),
  'a carousel with many products': (size) =>
    `<div class="a-carousel-container" data-a-carousel-options='{"ajax":{"id_list":[${each(size, (at) => `"{\\"id\\":\\"B${String(at).padStart(9, '0')}\\"}",`)}"x"]},"set_size":1e400}'></div>`,
  'a deep carousel': (size) =>
    `<div class="a-carousel-container" data-a-carousel-options='${'{"ajax":['.repeat(size / 9)}'></div>`,
};

export const SCRIPTS: readonly HostileScript[] = Object.entries(TABLE).map(([name, make]) => ({ name, make }));
