/** Detail tables and bullets. */
import type { ProductData } from '../../contract/data/product.ts';
import type { FieldGroup } from '../fields.ts';

export const detailFields = {
  specifications: () => undefined,
  manufacturer: () => undefined,
  model_number: () => undefined,
  part_number: () => undefined,
  upc: () => undefined,
  ean: () => undefined,
  isbn_10: () => undefined,
  isbn_13: () => undefined,
  language: () => undefined,
  publisher: () => undefined,
  publication_date: () => undefined,
  pages: () => undefined,
  country_of_origin: () => undefined,
  date_first_available: () => undefined,
  is_discontinued: () => undefined,
  warranty: () => undefined,
  batteries_required: () => undefined,
  bsr: () => undefined,
  bsr_ranks: () => undefined,
} satisfies FieldGroup<ProductData>;
