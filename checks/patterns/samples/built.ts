/** The same, built from parts when the module is loaded. */
const BLANK = '\\t';
const END = new RegExp(`${BLANK}+$`);
export const trimmed = (text: string): string => text.replace(END, '');
