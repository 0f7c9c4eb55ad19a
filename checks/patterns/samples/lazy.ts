/** The same, built when it is used. Nothing uses it. */
export const trimmed = (text: string, blank: string): string => text.replace(new RegExp(`${blank}+$`), '');
