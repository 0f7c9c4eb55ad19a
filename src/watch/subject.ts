/** The subject of a target. */
import { detectPageType } from '../pages/urls/detect.ts';
import type { TargetName } from './types.ts';

/** The subject of a target, as its parameters or its URL say. */
export interface Subject {
  /** The product. Lists and sellers have none. */
  asin?: string;
  /** The marketplace. */
  marketplace?: string;
  /** Of a URL: the type of its page. */
  page_type?: string;
}

/** Returns what a target is about. */
export function subjectOf({ params }: Pick<TargetName, 'params'>): Subject {
  const { asin, marketplace, url } = params;
  const page = typeof url === 'string' ? detectPageType(url) : undefined;
  const [product, site] = [asin ?? page?.asin, marketplace ?? page?.marketplace];
  return {
    ...(typeof product === 'string' && { asin: product }),
    ...(typeof site === 'string' && { marketplace: site }),
    ...(page && { page_type: page.page_type }),
  };
}
