/** "By Jane on March 3, 2024." -> who and when. */

/** Each is absent when the line has another form. */
export interface RatedBy {
  author?: string;
  date?: string;
}

const SPECIAL = /[.*+?^$()|[\]\\/]/g;
const PLACES = { '{author}': '(?<author>.{1,100}?)', '{date}': '(?<date>.{1,60}?)' };

/** Reads a line by the forms of a language: `By {author} on {date}`. */
export function ratedBy(line: string, forms: readonly string[]): RatedBy {
  for (const form of forms) {
    const source = form
      .replace(SPECIAL, '\\$&')
      .replace('{author}', PLACES['{author}'])
      .replace('{date}', PLACES['{date}']);
    const groups = new RegExp(`^${source}[.。]?$`, 'iu').exec(line)?.groups;
    if (groups !== undefined) return { ...groups };
  }
  return {};
}
