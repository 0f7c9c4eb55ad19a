/** The limits of a page: far above the largest values of real pages, which each row names. What is beyond them costs no time. */
export const LIMITS = {
  /** Levels of nested elements. Deeper elements are siblings, as in browsers. Real pages: 46. */
  depth: 128,
  /** Elements of a page. Real pages: 11,289. */
  elements: 500_000,
  /** Elements for each character. A tag has three characters or more, but broken markup can repeat elements. Real pages: 0.011. */
  elementsPerCharacter: 1 / 3,
  /** Elements of a block that match a selector. Real pages: 454. */
  matches: 10_000,
  /** Entries of a list. Real pages: 60. */
  entries: 1_000,
  /** Variations of a product, and values of a dimension of them. Real pages: 206. */
  variations: 10_000,
  /** Children of a parent whose order selectors look at. Real pages: 401. */
  siblings: 1_000,
  /** Characters of a block's text. A longer text is not read. Real pages: 9,562. */
  text: 200_000,
  /** Characters of a class attribute. A longer one has no classes. Real pages: 669. */
  classes: 10_000,
  /** Places of a marker in a script where JSON is looked for. Real pages: 1. */
  markers: 5,
  /** Levels of nested JSON in a script. Real pages: 6. */
  jsonDepth: 100,
  /** Steps of reading a page. Real pages: 435,000. */
  steps: 5_000_000,
  /** More steps for each character. Real pages: 0.45. */
  stepsPerCharacter: 5,
} as const;

/** A page is beyond one of the {@link LIMITS}. */
export class PageLimit extends Error {
  override readonly name = 'PageLimit';

  /**
   * @param what What the page has too many of
   * @param most The limit
   */
  constructor(what: string, most: number) {
    super(`more than ${most} ${what}`);
  }
}
