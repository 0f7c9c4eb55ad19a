/** The interface of a page type's reader. */
import type { DetectedPage } from './detect.ts';
import type { Page } from './page.ts';

/** A part that every page of a type should have. */
export interface Landmark {
  /** The name in `gaps`: the id or the marker. */
  name: string;
  /** Whether the page has it. */
  test: (page: Page) => boolean;
  /** Whether a page without it is a `ParseError` instead of a gap. */
  required?: boolean;
  /** Paths of the fields that are read from it. The gap is only reported if the caller asked for one of them. @default any field */
  fields?: readonly string[];
  /** The detail of a gap for a part that is incomplete instead of missing. */
  partial?: string;
}

/** Recognizes and reads the pages of one type. */
export interface PageReader<Data> {
  landmarks: readonly Landmark[];
  /** Whether the entity exists. Only for page types that can be "not found" without the site's 404 page. */
  isFound?: (page: Page, detected: DetectedPage) => boolean;
  read: (page: Page, detected: DetectedPage) => Data;
}
