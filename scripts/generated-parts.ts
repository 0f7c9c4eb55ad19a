/** The generated parts of documents, between `<!-- generated: NAME -->` and `<!-- /generated -->`. */

const PART = /(?<=<!-- generated: (\w+) -->\n).*?(?=<!-- \/generated -->)/gs;

/** Returns a document with new texts of its generated parts. A part for which `partOf` returns `undefined` stays as it is. */
export function withGeneratedParts(text: string, partOf: (name: string) => string | undefined): string {
  return text.replace(PART, (whole, name: string) => {
    const part = partOf(name);
    return part === undefined ? whole : `\n${part}\n\n`;
  });
}

/** Returns the text of a generated part. @throws if the document has no such part */
export function generatedPart(text: string, name: string): string {
  for (const [part, of] of text.matchAll(PART)) if (of === name) return part.trim();
  throw new Error(`the document has no generated part ${name}`);
}
