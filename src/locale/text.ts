/** Text as the readers want it: one kind of digit, dash, apostrophe and blank; `fold` also drops case and accents. */

/** Only printable ASCII, so that nothing but case and blanks is left to fold. */
const ASCII_ONLY = /^[\x20-\x7e]*$/;
/** Direction marks, zero-width characters, soft hyphens, the Arabic tatweel. */
const INVISIBLE = /[\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Arabic-Indic, Persian and Devanagari digits. */
const FOREIGN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;
/** The Arabic marks for thousands, decimals and the comma. */
const ARABIC_MARKS = /[\u066b\u066c\u060c]/g;
const DASHES = /[\u2010-\u2015\u2212\u301c]/g;
/** Double quotes and the sign for inches. */
const QUOTES = /[\u201c\u201d\u2033]/g;
const APOSTROPHES = /[\u2018\u2019\u02bc\u00b4]/g;
const BLANKS = /\s+/g;
/** Accents of Latin letters; hamza, madda and vowel signs of Arabic ones. */
const ACCENTS = /[\u0300-\u036f\u064b-\u065f\u0670]/g;
const DOTLESS_I = /\u0131/g;

/**
 * Compatibility forms made plain (full-width digits, no-break blanks), Arabic digits and marks as `0-9`, `,` and `.`, dashes as `-`,
 * invisible marks dropped, blanks collapsed. Case and accents stay.
 */
export function plain(text: string): string {
  if (ASCII_ONLY.test(text)) return text.replace(BLANKS, ' ').trim();
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

/** The digits of each script begin at a code whose last four bits are 0 (Arabic, Persian) or 6 (Devanagari). */
function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code >= 0x966 ? code - 0x966 : code & 0xf);
}

/** {@link plain}, in lower case and without accents; the Turkish dotless i is an i. Both the words and the text go through it. */
export function fold(text: string): string {
  const lower = plain(text).toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower;
  return lower.normalize('NFD').replace(ACCENTS, '').replace(DOTLESS_I, 'i').normalize('NFC');
}
