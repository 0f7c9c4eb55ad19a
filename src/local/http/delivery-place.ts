/**
 * Sets the place that a session is delivered to, as the site's own pages do: a token of any page opens the dialogue, the dialogue's token changes
 * the place. No saved page shows the dialogue's answers: they are known from public code. The site answers 200 also for places that it discards, so
 * the place that a page was priced for is read from the page, and a difference is a gap.
 */
import { BadRequestError } from '../../contract/errors.ts';
import { parseLoose } from '../../html/index.ts';

/** A place of delivery: a postal code, or another country (ISO 3166, two letters). */
export type DeliveryPlace = { postalCode: string } | { country: string };

/** Sends a request within the session and gives the text of the answer. */
export type Ask = (
  path: string,
  options?: { headers?: Record<string, string>; json?: unknown },
) => Promise<{ status: number; text: string }>;

const DIALOGUE =
  '/portal-migration/hz/glow/get-rendered-address-selections?deviceType=desktop&pageType=Gateway&storeContext=NoStoreName&actionSource=desktop-modal';
const CHANGE = '/portal-migration/hz/glow/address-change?actionSource=glow';

/** The token stands in an attribute's JSON, where quotes are entities. */
const PAGE_TOKEN = /anti-csrftoken-a2z(?:&quot;|["'\s:=]){1,10}([\w+/=%-]{8,300})(?:&quot;|["'])/;
const DIALOGUE_TOKEN = /CSRF_TOKEN["'\s:=]{1,10}["']([\w+/=%-]{8,300})["']/;

/**
 * Sets the place of a session.
 *
 * @returns Whether the site accepted it. It is the page's own word on the place that counts.
 * @throws BadRequestError `INVALID_CONFIGURATION` when the site says that there is no such place
 */
export async function setDeliveryPlace(place: DeliveryPlace, ask: Ask): Promise<boolean> {
  const pageToken = PAGE_TOKEN.exec((await ask('/')).text)?.[1];
  if (pageToken === undefined) return false;
  const dialogue = await ask(DIALOGUE, { headers: { 'anti-csrftoken-a2z': pageToken } });
  const token = DIALOGUE_TOKEN.exec(dialogue.text)?.[1] ?? pageToken;
  const { status, text } = await ask(CHANGE, { headers: { 'anti-csrftoken-a2z': token }, json: changeOf(place) });
  const answer = parseLoose(text) as { isValidAddress?: unknown; isAddressUpdated?: unknown } | undefined;
  if (answer?.isValidAddress === 0 || answer?.isValidAddress === false) {
    throw new BadRequestError(`deliverTo: the marketplace knows no place ${JSON.stringify(place)}`, {
      code: 'INVALID_CONFIGURATION',
      parameter: 'deliverTo',
    });
  }
  return status === 200 && Boolean(answer?.isValidAddress || answer?.isAddressUpdated);
}

function changeOf(place: DeliveryPlace): Record<string, string> {
  const common = { deviceType: 'web', storeContext: 'generic', pageType: 'Gateway', actionSource: 'glow' };
  return 'postalCode' in place
    ? { locationType: 'LOCATION_INPUT', zipCode: place.postalCode, ...common }
    : { locationType: 'COUNTRY', district: place.country, countryCode: place.country, ...common };
}
