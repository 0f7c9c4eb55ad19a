/** Labels of error codes. */
import { errorCodeInfo } from '../contract/error-codes.ts';
import { MarketplaceError } from '../contract/errors.ts';

/** Returns the label of a code. Those of another service behind this one count together, so that there are few labels. */
export function codeLabel(code: string): string {
  return code === '' || errorCodeInfo(code) !== undefined ? code : 'OTHER';
}

/** Returns the label of an error: its code, or `ABORTED` for the caller's own reason to abort. */
export function errorLabel(error: unknown): string {
  return error instanceof MarketplaceError ? codeLabel(error.code) : 'ABORTED';
}
