/** What a page lacks or differs in (design §5.15). */
export interface Gap {
  /** The part of the page: an id or a marker; `html` for the page as a whole. */
  landmark: string;
  kind: 'missing' | 'partial' | 'language' | 'currency' | 'place';
  detail: string;
}
