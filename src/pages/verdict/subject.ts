/** The subject of a page: the ASIN, keyword, node or seller that it states is compared with the requested one. */
import type { Gap } from '../../contract/generated/gap.ts';
import type { PageType } from '../../contract/page-types.ts';
import { navigation } from '../category/navigation.ts';
import type { Page } from '../engine/page.ts';
import { offeredAsins } from '../offers/index.ts';
import { ownAsin } from '../product/identity.ts';
import { reviewedProduct } from '../reviews/index.ts';
import { correction, isSameKeyword, isSimilarKeyword, shownKeyword, typedKeyword } from '../search/keyword.ts';
import { statedSellers } from '../seller/index.ts';
import { chosenSeller } from '../storefront/index.ts';
import { type DetectedPage, detectPageType } from '../urls/detect.ts';
import { nodeOfHref } from '../urls/links.ts';

/** A page, its HTML and the page that was requested. */
interface RequestedPage {
  page: Page;
  html: string;
  requested: DetectedPage;
}

/** A page that states another subject than the requested one. */
export interface OtherSubject {
  /** The kind of the subject: "seller", for example. */
  name: string;
  stated: string;
  requested: string;
  /** Whether the page is wrong, and not only a variation of the requested one. */
  isWrong: boolean;
}

/** A page that differs from the request, for the decision whether it is wrong. */
interface Difference extends RequestedPage {
  stated: string;
  expected: string;
}

/** How the subject of a page type is compared. */
interface SubjectRule {
  fact: 'asin' | 'keyword' | 'node' | 'seller_id';
  name: string;
  /** The subjects that the page itself states. Empty if it states none: such a page is accepted. */
  stated: (page: Page) => readonly (string | undefined)[];
  /** @default equal strings */
  isSame?: (stated: string, expected: string) => boolean;
  /** Whether a page for another subject is the requested one nevertheless. */
  isExplained?: (page: Page) => boolean;
  /** Whether a page for another subject is an error instead of a gap. */
  isWrong: (difference: Difference) => boolean;
}

const SUBJECTS: Readonly<Record<PageType, SubjectRule>> = {
  // A variation or a redirect can be legitimate.
  product: { fact: 'asin', name: 'ASIN', stated: (page) => [ownAsin(page)], isWrong: () => false },
  // The variations of a product share their reviews.
  reviews: { fact: 'asin', name: 'ASIN', stated: (page) => [reviewedProduct(page)], isWrong: () => false },
  // A page for a variation names the requested ASIN too.
  offers: { fact: 'asin', name: 'ASIN', stated: offeredAsins, isWrong: isUnmentioned },
  search: {
    fact: 'keyword',
    name: 'keyword',
    stated: (page) => [shownKeyword(page), typedKeyword(page)],
    isSame: isSameKeyword,
    isExplained: (page) => correction(page) !== undefined,
    isWrong: (difference) => !isSimilarKeyword(difference.stated, difference.expected) && !linksToSearch(difference),
  },
  category: {
    fact: 'node',
    name: 'browse node',
    stated: (page) => [navigation(page).current?.node_id, nodeOfHref(page.canonicalLink)],
    isWrong: (difference) => isUnmentioned(difference) || isInTree(difference),
  },
  bestseller: {
    fact: 'node',
    name: 'browse node',
    stated: (page) => [nodeOfHref(page.canonicalLink)],
    isWrong: () => true,
  },
  storefront: { fact: 'seller_id', name: 'seller', stated: (page) => [chosenSeller(page)], isWrong: () => true },
  seller: { fact: 'seller_id', name: 'seller', stated: statedSellers, isWrong: () => true },
};

/** Returns how the subject of a page differs from the requested one. `undefined` if it does not, or if the page states no subject. */
export function otherSubject(fetched: RequestedPage): OtherSubject | undefined {
  const { page, requested } = fetched;
  const { fact, name, stated, isSame = isEqual, isExplained, isWrong } = SUBJECTS[requested.page_type];
  const expected = requested[fact];
  if (expected === undefined) return undefined;
  const inPage = stated(page).filter((subject) => subject !== undefined);
  const subjects =
    inPage.length > 0 ? inPage : [subjectOfUrl(page.url, requested.page_type)].flatMap((one) => one ?? []);
  const [first] = subjects;
  if (first === undefined || subjects.some((one) => isSame(one, expected)) || isExplained?.(page) === true) {
    return undefined;
  }
  return { name, stated: first, requested: expected, isWrong: isWrong({ ...fetched, stated: first, expected }) };
}

/** Returns the gap of a page for another subject. */
export const identityGap = ({ stated, requested }: OtherSubject): Gap => ({
  landmark: 'html',
  kind: 'identity',
  detail: `the page is for "${stated}", not for "${requested}"`,
});

/** After a redirect the URL of the page names another subject. */
function subjectOfUrl(url: string, type: PageType): string | undefined {
  const detected = detectPageType(url);
  return detected?.page_type === type ? detected[SUBJECTS[type].fact] : undefined;
}

const isEqual = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase();

function isUnmentioned({ html, expected }: Difference): boolean {
  return !html.includes(expected);
}

const RELATED = '[data-component-type="text-reformulation-widget"], [class*="related-searches"]';

/** Whether the page links to a search for the keyword, other than as a related one: it corrected or extended the keyword in some other form. */
const linksToSearch = ({ page, expected }: Difference): boolean =>
  page.all('a[href*="k="]').some((link) => {
    const linked = detectPageType(page.absolute(link.attr('href')) ?? '')?.keyword;
    return linked !== undefined && isSameKeyword(linked, expected) && !link.closest(RELATED).exists;
  });

/** Whether the tree of categories links to the requested one: the page is for one above or below it. */
function isInTree({ page, expected }: Difference): boolean {
  const { above, below } = navigation(page);
  return [...above, ...below].some(({ node_id }) => node_id === expected);
}
