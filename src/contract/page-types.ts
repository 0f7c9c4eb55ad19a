/** The table of page types, without schemas: `buybox/parse` uses it, and has no validation library. */

/** A row of the table. */
export interface PageTypeInfo {
  /** The subject of the page, or of the list on it. */
  readonly item: 'product' | 'offer' | 'seller' | 'review';
  /** The list in the data that holds the items. Absent if the data is itself the item. */
  readonly list?: string;
  /** The member of an overview that holds several such lists, each with a `title`. Flat rows have it in the column `section`. */
  readonly sections?: string;
  /** Columns before those of an item in flat rows: the name of the column -> the member of the data that it repeats. */
  readonly context?: Readonly<Record<string, string>>;
}

/** Every page type. Its schema is in `dataSchemas`, its reader in `src/pages`. */
export const pageTypes = {
  product: { item: 'product' },
  search: { item: 'product', list: 'shallow_parts', context: { keyword: 'title' } },
  offers: { item: 'offer', list: 'product_sellers_info', context: { asin: 'asin' } },
  category: { item: 'product', list: 'shallow_parts', context: { node_id: 'node_id' } },
  bestseller: {
    item: 'product',
    list: 'entries',
    sections: 'sections',
    context: { list_type: 'list_type', node_id: 'node_id' },
  },
  // A brand's store has no such list, only sections of ASINs.
  storefront: { item: 'product', list: 'shallow_parts', context: { seller_id: 'seller_id' } },
  seller: { item: 'seller' },
  reviews: { item: 'review', list: 'entries', context: { asin: 'asin' } },
} as const satisfies Record<string, PageTypeInfo>;

/** The type of a page. */
export type PageType = keyof typeof pageTypes;

/** All page types. */
export const PAGE_TYPES: readonly PageType[] = /* @__PURE__ */ Object.keys(pageTypes) as PageType[];

/** Whether a value is a page type of the contract. A service can return types of its own. */
export const isPageType = (value: unknown): value is PageType =>
  typeof value === 'string' && Object.hasOwn(pageTypes, value);
