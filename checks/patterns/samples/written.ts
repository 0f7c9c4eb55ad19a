/** A regular expression with quadratic time, written in a file. */
export const trimmed = (text: string): string => text.replace(/ +$/, '');
