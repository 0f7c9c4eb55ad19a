/** Changes of a page as a whole: cut, mixed with another page, or damaged. */
import type { Random } from './random.ts';

export interface Whole {
  html: string;
  /** Another page, often of another type. */
  other: string;
  size: number;
  random: Random;
}

const at = (html: string, random: Random) => random.below(html.length);
const repeated = (html: string, size: number) => html.repeat(Math.max(1, Math.ceil(size / html.length)));

const TABLE: Readonly<Record<string, (whole: Whole) => string>> = {
  cut: ({ html, random }) => html.slice(0, at(html, random)),
  'cut at both ends': ({ html, random }) => html.slice(at(html, random)).slice(0, at(html, random)),
  'a part missing': ({ html, random }) => {
    const start = at(html, random);
    return html.slice(0, start) + html.slice(start + at(html, random));
  },
  'the beginning of one page, the end of another': ({ html, other, random }) =>
    html.slice(0, at(html, random)) + other.slice(at(other, random)),
  'another page in the middle': ({ html, other, random }) => {
    const start = at(html, random);
    return html.slice(0, start) + other + html.slice(start);
  },
  'pages one after another': ({ html, size }) => repeated(html, size),
  'two pages one after another': ({ html, other, size }) => repeated(html + other, size),
  'bytes at random': ({ size, random }) => characters(size, random, 256),
  'characters at random': ({ size, random }) => characters(size, random, 65_536),
  'ASCII at random': ({ size, random }) => characters(size, random, 128),
  'markup at random': ({ size, random }) => {
    const parts: string[] = [];
    for (let length = 0; length < size; ) length += parts[parts.push(random.pick(PIECES)) - 1]?.length ?? 1;
    return parts.join('');
  },
  'wrong characters in the page': ({ html, random }) => damaged(html, random),
  'all in capitals': ({ html }) => html.toUpperCase(),
  'carriage returns': ({ html }) => html.replaceAll('\n', '\r').replaceAll(' ', '\r'),
  'NUL before each tag': ({ html }) => html.replaceAll('<', '\0<'),
  'a byte order mark': ({ html }) => `\ufeff\ufeff${html}`,
  'quotes removed': ({ html }) => html.replaceAll('"', ''),
  'ends of tags removed': ({ html, random }) => html.replaceAll('>', (end) => (random.below(20) === 0 ? '' : end)),
  'end tags removed': ({ html, random }) => html.replace(/<\/\w+>/g, (end) => (random.below(4) === 0 ? '' : end)),
  'end tags mixed': ({ html, random }) =>
    html.replace(/<\/\w+>/g, (end) => (random.below(10) === 0 ? '</div></table>' : end)),
  'all digits are nines': ({ html }) => html.replace(/\d/g, '9999999'),
  'all blanks are long': ({ html, size }) => html.replaceAll(' ', ' '.repeat(Math.ceil(size / 2000))),
  'a part many times': ({ html, size, random }) => {
    const start = at(html, random);
    const end = Math.min(html.length, start + 1 + random.scaled(20, 5000));
    return html.slice(0, start) + repeated(html.slice(start, end), size) + html.slice(end);
  },
  empty: () => '',
  'only the beginning': ({ html }) => html.slice(0, 300),
};

const PIECES = [
  '<div>',
  '</div>',
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  '<a href="/dp/B0LANTERN1">',
  '</a>',
  '<b>',
  '</b>',
  '<p>',
  '</p>',
  '<select>',
  '<option>',
  '<svg>',
  '</svg>',
  '<template>',
  '</template>',
  '<script>',
  '</script>',
  '<!--',
  '-->',
  '<span class="a-price">',
  '<span class="a-offscreen">',
  '$1.00',
  ' ',
  '\0',
  '&amp',
  '<form>',
  '</form>',
  '<li>',
  '<button>',
  '<nobr>',
  '<math>',
  '<mi>',
  '<frameset>',
  '<style>',
  '</style>',
  '<textarea>',
  '<br>',
  '</p>',
  '<ul>',
  '</ul>',
  '<h1>',
];

function characters(size: number, random: Random, end: number): string {
  const parts: string[] = [];
  for (let at = 0; at < size; at++) parts.push(String.fromCharCode(random.below(end)));
  return parts.join('');
}

function damaged(html: string, random: Random): string {
  const parts: string[] = [];
  for (let from = 0; from < html.length; ) {
    const to = from + random.scaled(10, 2000);
    parts.push(html.slice(from, to), random.pick(['\0', '\ufffd', '\ud800', '<', '>', '"', '&', '\u202e', '']));
    from = to + random.below(3);
  }
  return parts.join('');
}

export const WHOLES = Object.entries(TABLE).map(([name, make]) => ({ name, make }));
