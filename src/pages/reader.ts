/** What a page type is made of. */
import type { DetectedPage } from './detect.ts';
import type { Page } from './page.ts';

/** A part that a page of a type should have. */
export interface Landmark {
  /** Its name in `gaps`: the id or the marker. */
  name: string;
  /** Whether the page has it. */
  test: (page: Page) => boolean;
  /** Without it the text is no page of this type: a `ParseError`, not a gap. */
  required?: boolean;
  /** It is there in part: what `gaps` says in place of "missing". */
  partial?: string;
}

/** A page type: how it is told to be one, and how it is read. */
export interface PageReader<Data> {
  landmarks: readonly Landmark[];
  /** Whether the entity exists, beyond the marketplace's own 404 page. */
  isFound?: (page: Page, address: DetectedPage) => boolean;
  read: (page: Page, address: DetectedPage) => Data;
}
