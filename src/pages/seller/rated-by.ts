/** Reads author and date of feedback: "By Jane on March 3, 2024.". */

/** Author and date. Absent if the line has another form. */
export interface RatedBy {
  author?: string;
  date?: string;
}

const SPECIAL = /[.*+?^$()|[\]\\/]/g;
const GROUPS = { '{author}': '(?<author>.{1,100}?)', '{date}': '(?<date>.{1,60}?)' };

/** Reads a line with the templates of a language: `By {author} on {date}`. */
export function ratedBy(line: string, templates: readonly string[]): RatedBy {
  for (const template of templates) {
    const source = template
      .replace(SPECIAL, '\\$&')
      .replace('{author}', GROUPS['{author}'])
      .replace('{date}', GROUPS['{date}']);
    const groups = new RegExp(`^${source}[.。]?$`, 'iu').exec(line)?.groups;
    if (groups !== undefined) return { ...groups };
  }
  return {};
}
