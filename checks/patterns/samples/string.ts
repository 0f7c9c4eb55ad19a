/** The same, as a string. */
export const isPadded = (text: string): boolean => text.search('\\s+$') !== -1;
