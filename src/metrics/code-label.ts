/** Labels of error codes. */
import { errorKindOf } from '../contract/error-kinds.ts';
import { MarketplaceError } from '../contract/errors.ts';

/** Returns the label of a code. Those of another service behind this one count together, so that there are few labels. */
export function codeLabel(code: string): string {
  return code === '' || errorKindOf(code) !== undefined ? code : 'OTHER';
}

/** Returns the label of an error: its code, or `ABORTED` for the caller's own reason to abort. */
export function errorLabel(error: unknown): string {
  return error instanceof MarketplaceError ? codeLabel(error.code) : 'ABORTED';
}
