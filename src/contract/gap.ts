/** What a page lacks or differs in (design §5.15). */
export interface Gap {
  /** The part of the page: an id or a marker; `html` for the page as a whole. */
  landmark: string;
  /** What is the matter with it. */
  kind: 'missing' | 'partial' | 'language' | 'currency' | 'place';
  /** The same in a sentence, with what was found and what was expected. */
  detail: string;
}
