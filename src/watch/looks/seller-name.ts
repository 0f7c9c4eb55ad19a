/** The seller of an offer, as pages name it. */
import type { SellerName } from '../types.ts';
import type { Reading } from './reading.ts';

/**
 * Returns the name of a seller. `undefined` if the page shows neither its id nor its name, and it is not known to be the operator. Members of other types
 * make a value that is not a name: see {@link Reading.accepts}.
 */
export function sellerName(
  id: string | null | undefined,
  name: string | undefined,
  isOperator: boolean | undefined,
): SellerName | undefined {
  if (typeof (isOperator ?? false) !== 'boolean') return String(isOperator) as never;
  const known = id ?? (isOperator === true ? null : undefined);
  if (known === undefined && name === undefined) return undefined;
  return { ...(known === undefined ? {} : { id: known }), ...(name === undefined ? {} : { name }) };
}
