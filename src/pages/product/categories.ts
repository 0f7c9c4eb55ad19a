/** The breadcrumbs and the category of the product. */
import type { ProductData } from '../../contract/data/product.ts';
import type { Breadcrumb } from '../../contract/data/shared.ts';
import { nodeOfHref } from '../detect.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { detailFields } from './details.ts';

export const categoryFields = {
  breadcrumbs: (page) => someOf(page.once(readBreadcrumbs)),
  category: (page) => rootOf(page.once(readBreadcrumbs)) ?? rankedIn(page),
  category_node_id: (page) => page.once(readBreadcrumbs).at(-1)?.node_id,
} satisfies FieldGroup<ProductData>;

/** Ids of the breadcrumbs: on most pages, on mobile pages. */
const BREADCRUMBS = ['wayfinding-breadcrumbs_feature_div', 'breadcrumb_feature_div', 'breadcrumb'];
/** The first link can lead back to a list of results. */
const LINKS = 'li a:not(#breadcrumb-back-link), a.a-link-normal:not(#breadcrumb-back-link)';

function readBreadcrumbs(page: Page): Breadcrumb[] {
  const [links = []] = BREADCRUMBS.map((id) => page.at(id).first().all(LINKS)).filter((found) => found.length > 0);
  return links.flatMap(readBreadcrumb);
}

function readBreadcrumb(link: PageBlock): Breadcrumb[] {
  const name = link.text();
  const url = link.relative(link.attr('href'));
  const node_id = nodeOfHref(url);
  if (name === undefined) return [];
  return [{ name, ...(url === undefined ? {} : { url }), ...(node_id === undefined ? {} : { node_id }) }];
}

function rootOf([root]: readonly Breadcrumb[]): ProductData['category'] | undefined {
  return root === undefined ? undefined : { name: root.name, ...(root.url === undefined ? {} : { url: root.url }) };
}

/** Without breadcrumbs the category is that of the first rank. */
function rankedIn(page: Page): ProductData['category'] | undefined {
  const [first] = detailFields.bsr_ranks(page) ?? [];
  return first === undefined
    ? undefined
    : { name: first.category, ...(first.url === undefined ? {} : { url: first.url }) };
}
