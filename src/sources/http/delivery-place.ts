/**
 * Sets the delivery place of a session the way the site's own pages do: a token from any page opens the address dialogue, and a token from the
 * dialogue changes the place. The format of the dialogue's responses is known from public code. The site returns 200 even for places that it
 * ignores; so the actual place is read from each page, and a difference is reported as a gap.
 */
import { parseLoose } from '../../html/index.ts';
import { wrongSetting } from '../../options/checks.ts';

/** A delivery place: a postal code, or another country (ISO 3166-1 alpha-2). */
export type DeliveryPlace = { postalCode: string } | { country: string };

/** Sends a request within the session and returns the response. */
export type SessionRequest = (
  path: string,
  options?: { headers?: Record<string, string>; json?: unknown },
) => Promise<{ status: number; text: string }>;

const DIALOGUE =
  '/portal-migration/hz/glow/get-rendered-address-selections?deviceType=desktop&pageType=Gateway&storeContext=NoStoreName&actionSource=desktop-modal';
const CHANGE = '/portal-migration/hz/glow/address-change?actionSource=glow';

/** The token is inside the JSON of an attribute, where quotes are entities. */
const PAGE_TOKEN = /(?<![\w+/=%-])anti-csrftoken-a2z(?:&quot;|["'\s:=]){1,10}([\w+/=%-]{8,300})(?:&quot;|["'])/;
const DIALOGUE_TOKEN = /CSRF_TOKEN["'\s:=]{1,10}["']([\w+/=%-]{8,300})["']/;

/**
 * Sets the delivery place of a session.
 *
 * @returns Whether the site accepted it. Only the pages show whether it is used.
 * @throws BadRequestError `INVALID_CONFIGURATION` if the site does not know the place
 */
export async function setDeliveryPlace(place: DeliveryPlace, request: SessionRequest): Promise<boolean> {
  const pageToken = PAGE_TOKEN.exec((await request('/')).text)?.[1];
  if (pageToken === undefined) return false;
  const dialogue = await request(DIALOGUE, { headers: { 'anti-csrftoken-a2z': pageToken } });
  const token = DIALOGUE_TOKEN.exec(dialogue.text)?.[1] ?? pageToken;
  const { status, text } = await request(CHANGE, { headers: { 'anti-csrftoken-a2z': token }, json: changeOf(place) });
  const result = parseLoose(text) as { isValidAddress?: unknown; isAddressUpdated?: unknown } | undefined;
  if (result?.isValidAddress === 0 || result?.isValidAddress === false) {
    const why =
      "is not a place that the marketplace knows: expected a postal code of the marketplace's country, or a country.";
    throw wrongSetting('deliverTo', `${JSON.stringify(place)} ${why}`);
  }
  return status === 200 && Boolean(result?.isValidAddress || result?.isAddressUpdated);
}

function changeOf(place: DeliveryPlace): Record<string, string> {
  const common = { deviceType: 'web', storeContext: 'generic', pageType: 'Gateway', actionSource: 'glow' };
  return 'postalCode' in place
    ? { locationType: 'LOCATION_INPUT', zipCode: place.postalCode, ...common }
    : { locationType: 'COUNTRY', district: place.country, countryCode: place.country, ...common };
}
