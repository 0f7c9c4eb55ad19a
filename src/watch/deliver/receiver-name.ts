/** Names of receivers. */
import { invalidSetting, type Setting } from '../../options/checks.ts';

/** Receiver of the changes that the loop over a watch takes. */
export const LOOP = 'loop';

/** Returns the name of a sink. @throws BadRequestError `INVALID_CONFIGURATION` */
export function receiverName({ name, value }: Setting): string {
  if (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) && value !== LOOP) return value;
  throw invalidSetting(
    name,
    value,
    `is not valid: expected 1 to 64 letters, digits or "_", "-", ".", and not "${LOOP}".`,
  );
}
