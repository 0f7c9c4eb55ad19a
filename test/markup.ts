/** Template tag for HTML in tests: joins the lines without white space between them. */
export function markup(strings: TemplateStringsArray, ...values: unknown[]): string {
  return String.raw({ raw: strings.map((part) => part.replace(/\n\s*/g, '')) }, ...values);
}
