/** Who sells an offer, as pages name it. */
import type { SellerName } from '../types.ts';

/** Returns the name of a seller. `undefined` if the page shows neither its id nor its name, and it is not known to be the operator. */
export function sellerName(
  id: string | null | undefined,
  name: string | undefined,
  isOperator: boolean | undefined,
): SellerName | undefined {
  const known = id ?? (isOperator === true ? null : undefined);
  if (known === undefined && name === undefined) return undefined;
  return { ...(known === undefined ? {} : { id: known }), ...(name === undefined ? {} : { name }) };
}
