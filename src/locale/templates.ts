/** Reads lines with the templates of a word file: `Reviewed in {country} on {date}`. */
import type { Phrases } from './words/words.ts';

const SPECIAL = /[.*+?^$()|[\]\\/]/g;
/** The expression for each name in braces. */
const VALUES = { author: '.+?', brand: '.+?', country: '\\P{Nd}+?', date: '.*\\p{Nd}.*' } as const;
const NAME = /\{(author|brand|country|date)\}/g;
/** Longer lines are not read: an expression with several values takes too long on them. */
const LONGEST_LINE = 200;

const expressions = new WeakMap<Phrases, readonly RegExp[]>();

/** Returns the values of the first template that matches the whole text. Empty if none does. */
export function readTemplate(
  text: string | undefined,
  templates: Phrases,
): { readonly [Name in keyof typeof VALUES]?: string | undefined } {
  if (text === undefined || text.length > LONGEST_LINE) return {};
  const known = expressions.get(templates) ?? templates.map(expressionOf);
  expressions.set(templates, known);
  for (const expression of known) {
    const groups = expression.exec(text)?.groups;
    if (groups !== undefined) return groups;
  }
  return {};
}

/** Accepts straight and curly apostrophes, and blanks around a colon. */
function expressionOf(template: string): RegExp {
  const source = template
    .replace(SPECIAL, '\\$&')
    .replace(/['’]/g, "['’]")
    .replace(/\s*:\s*/g, '\\s*[:：]\\s*')
    .replace(/ /g, '\\s+')
    .replace(NAME, (_, name: keyof typeof VALUES) => `(?<${name}>${VALUES[name]})`);
  return new RegExp(`^${source}$`, 'iu');
}
