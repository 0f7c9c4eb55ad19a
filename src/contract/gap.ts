/** A missing part of a page, or an unexpected language, currency or place. */
export interface Gap {
  /** The part of the page: an id or a marker. `html` for the whole page. */
  landmark: string;
  /** Kind of the gap. */
  kind: 'missing' | 'partial' | 'language' | 'currency' | 'place';
  /** Description with the found and the expected value. */
  detail: string;
}
