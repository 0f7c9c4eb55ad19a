/** Generators of pages: ordinary markup and broken markup. */
import fc from 'fast-check';

const NAMES = (
  'div p span b i a em font nobr u table tbody thead tr td th caption colgroup col select option optgroup ul li dl dt dd h1 h2 form button ' +
  'input br img hr pre textarea title style script noscript iframe xmp template svg math mi mglyph malignmark annotation-xml foreignObject ' +
  'desc html head body frameset frame plaintext image object applet marquee ruby rt rp address section details x-card nav main listing keygen ol label time strong wbr'
).split(' ');

const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...NAMES.slice(0, 34)) },
  { weight: 3, arbitrary: fc.constantFrom(...NAMES.filter((known) => known !== 'plaintext')) },
  { weight: 1, arbitrary: fc.constantFrom('DIV', 'Script', 'sCRIPT', 'TD', 'ſcript', 'plaintext', 'a"b', 'p<q', 'É') },
);

const reference = fc.constantFrom(
  ...'&amp; &lt; &quot; &nbsp; &copy; &copy &notit; &not &ampx &am; & && &# &#x &#38; &#x26 &#38 &#0; &#13; &#10; &#32; &Tab; &#xD800; &#x110000; &ngE; &fjlig;'.split(
    ' ',
  ),
);
const words = fc.constantFrom(
  ...[
    'a',
    'price ',
    ' ',
    '\n',
    '\t\n ',
    '\f',
    'x < y',
    'a<3',
    '<',
    '< ',
    '1 > 0',
    'ü',
    '価格',
    '😀',
    '\ud800',
    '--',
    "'",
    '"',
    '=',
    '\u00a0',
  ],
);
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: words }, { weight: 1, arbitrary: reference }), { maxLength: 4 })
  .map(joined);

const attributeName = fc.constantFrom(
  ...'id ID class CLASS href style data-hook DATA-HOOK data-x type color size face encoding xlink:href xml:lang xmlns definitionurl viewbox onClick " \' < a" = ü'.split(
    ' ',
  ),
);
const value = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'b',
    'hidden',
    'HIDDEN',
    'a b',
    ' a ',
    'id',
    'data-hook',
    'text/html',
    'application/xhtml+xml',
    '<script>',
    '</script>',
    '<!--',
    '-->',
    '>',
    '/',
    'a\nb',
  ),
  fc.array(fc.oneof(reference, fc.constantFrom('x', '=', ';', '1', ' ')), { maxLength: 3 }).map(joined),
);
const space = fc.constantFrom(' ', ' ', ' ', '\n', '\t', '  ', '/', ' / ', '\f', '');
const attribute = fc
  .tuple(space, attributeName, fc.constantFrom('="', "='", '=', ' = "', '= ', ''), value)
  .map(([before, key, sign, content]) => `${before}${key}${assignment(sign, content)}`);
const attributes = fc.array(attribute, { maxLength: 4 }).map(joined);

const startTag = fc
  .tuple(name, attributes, fc.constantFrom('>', '>', '>', '>', '/>', ' >', ' / >', '', ' '))
  .map(([tag, attrs, end]) => `<${tag}${attrs}${end}`);
const endTag = fc
  .tuple(name, fc.constantFrom('>', '>', '>', ' >', '/>', ' a="b">', ''))
  .map(([tag, end]) => `</${tag}${end}`);
const element = fc.tuple(name, attributes, text).map(([tag, attrs, body]) => `<${tag}${attrs}>${body}</${tag}>`);

const raw = fc
  .tuple(
    fc.constantFrom('script', 'SCRIPT', 'style', 'title', 'textarea', 'noscript', 'xmp', 'iframe'),
    attributes,
    fc.array(
      fc.oneof(
        text,
        fc.constantFrom(
          ...[
            '<!--',
            '-->',
            '--!>',
            '<script>',
            '<script',
            '<SCRIPT >',
            '</script',
            '</scr',
            '</a>',
            '<div id="a">',
            '</style >',
            '</title x>',
            '</',
            '<',
            '&amp;',
            '\n',
          ],
        ),
      ),
      { maxLength: 6 },
    ),
    fc.constantFrom('>', '>', '>', '>', ' >', '/>', '\n>', ' a=">">', ''),
  )
  .map(([tag, attrs, body, end]) => `<${tag}${attrs}>${body.join('')}</${tag.toLowerCase()}${end}`);

const odd = fc.constantFrom(
  ...[
    '<!doctype html>',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">',
    '<!DOCTYPE>',
    '<!-->',
    '<!--->',
    '<!---->',
    '<!-- a -- b -->',
    '<!-- a --!> b',
    '<!--a--',
    '<!--',
    '<!-- <div id="a"> -->',
    '<!--[if IE]><p><![endif]-->',
    '<![CDATA[ x > y ]]>',
    '<![CDATA[',
    '<![endif]>',
    '<?xml version="1.0"?>',
    '<? >',
    '</>',
    '</ p>',
    '</3>',
    '<!x>',
    '<1>',
    '\0',
    '\r',
    '\r\n',
    '<div id="a',
    "<div class='a b",
    '<div =a>',
    '<div a="b"c="d">',
    '<p/>',
    '<svg/>',
    '<br/ >',
    '<a<b>',
    '<template><td>',
    '</template>',
    '</br>',
    '</p>',
  ],
);

/** A page of up to 40 tags, elements and pieces of text. */
export const page = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: startTag },
      { weight: 4, arbitrary: endTag },
      { weight: 4, arbitrary: element },
      { weight: 4, arbitrary: text },
      { weight: 2, arbitrary: raw },
      { weight: 2, arbitrary: odd },
    ),
    { maxLength: 40, size: 'max' },
  )
  .map(joined);

/** A random sequence of characters that have a meaning for a tokenizer. */
export const noise = fc
  .array(
    fc.constantFrom(
      ...'<<<<>>>//!--="\' &;#abpidPS\n\t\f\r\0?[]'.split(''),
      '<script',
      '</script',
      '<!--',
      '-->',
      '<p',
      '</p>',
      '<td',
      '<title>',
      '</title',
    ),
    { maxLength: 60, size: 'max' },
  )
  .map(joined);

function joined(parts: readonly string[]): string {
  return parts.join('');
}

/** Returns the equals sign and the value of an attribute, with the closing quote. */
function assignment(sign: string, content: string): string {
  if (sign.endsWith('"')) return `${sign}${content.replaceAll('"', '')}"`;
  if (sign.endsWith("'")) return `${sign}${content.replaceAll("'", '')}'`;
  return sign === '' ? '' : `${sign}${content}`;
}
