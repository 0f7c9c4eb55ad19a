/** Normalizes text for the readers: one kind of digit, dash, apostrophe and blank. `fold` also removes case and accents. */

/** Printable ASCII only: such text needs no folding but case and blanks. */
const ASCII_ONLY = /^[\x20-\x7e]*$/;
/** Direction marks, zero-width characters, soft hyphens, the Arabic tatweel. */
const INVISIBLE = /[\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Arabic and Persian digits, then those of the nine scripts of India. */
const FOREIGN_DIGITS =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;
/** The Arabic thousands separator, decimal mark and comma. */
const ARABIC_MARKS = /[\u066b\u066c\u060c]/g;
const DASHES = /[\u2010-\u2015\u2212\u301c]/g;
/** Double quotes and the inch sign. */
const QUOTES = /[\u201c\u201d\u2033]/g;
const APOSTROPHES = /[\u2018\u2019\u02bc\u00b4]/g;
const BLANKS = /\s+/g;
/** The blanks of ASCII text that is not plain. */
const DOUBLE_BLANKS = / {2,}/g;
/** Accents of Latin letters; hamza, madda and vowel signs of Arabic ones. */
const ACCENTS = /[\u0300-\u036f\u064b-\u065f\u0670]/g;
const DOTLESS_I = /\u0131/g;

/**
 * Returns the text in plain characters: full-width and compatibility forms are normalized, digits of all scripts become `0-9`, Arabic marks
 * `,` and `.`, dashes `-`. Invisible marks are removed and blanks collapsed. Case and accents stay.
 */
export function plain(text: string): string {
  return ASCII_ONLY.test(text) ? plainAscii(text) : plainUnicode(text);
}

const plainAscii = (text: string): string => text.replace(DOUBLE_BLANKS, ' ').trim();

function plainUnicode(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(QUOTES, '"')
    .normalize('NFKC')
    .replace(FOREIGN_DIGITS, asciiDigit)
    .replace(ARABIC_MARKS, (mark) => (mark === '\u066b' ? '.' : ','))
    .replace(DASHES, '-')
    .replace(APOSTROPHES, "'")
    .replace(BLANKS, ' ')
    .trim();
}

/** The last four bits of a script's zero are 0 (Arabic, Persian) or 6 (the scripts of India). */
function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String((code >= 0x966 ? code - 6 : code) & 0xf);
}

/** Returns the {@link plain} text in lower case and without accents; the Turkish dotless i becomes an i. Phrases and page text are both folded. */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return plainAscii(text).toLowerCase();
  const lower = plainUnicode(text).toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower;
  return lower.normalize('NFD').replace(ACCENTS, '').replace(DOTLESS_I, 'i').normalize('NFC');
}
