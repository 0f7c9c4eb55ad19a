/** Removes a secret from a text that somebody else wrote: a service can echo it as it is, in a URL, or in Base64. */

/** The replacement of an echoed secret. */
const REDACTED = '[redacted]';

/** Shorter secrets are not looked for: they could be part of any word. */
const SHORTEST_SECRET = 4;

/** Shorter parts of an encoded secret are not looked for, for the same reason. */
const SHORTEST_ENCODED = 8;

/** Returns the text without the secret, in upper or lower case, its percent-encoded form, and its form in Base64, also as a part of a longer text. */
export function withoutEchoes(text: string, secret: string): string {
  if (secret.length < SHORTEST_SECRET) return text;
  // The bytes of the secret, a character each, as `btoa` reads them.
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  // In Base64 three bytes are four characters: the text before the secret decides where it begins.
  const base64 = [0, 1, 2].map((before) => {
    const encoded = btoa('\0'.repeat(before) + bytes).replace(/(?<!=)=+$/, '');
    const last = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
    return encoded.slice(Math.ceil((before * 8) / 6), last);
  });
  const forms = [secret, encodeURIComponent(secret), ...base64.filter(({ length }) => length >= SHORTEST_ENCODED)];
  const pattern = forms.map((form) => form.replace(/[^\w]/g, String.raw`\$&`)).join('|');
  return text.replace(new RegExp(pattern, 'gi'), REDACTED);
}
