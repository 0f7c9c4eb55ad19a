/** The transports on which the tests of the remote backend run. */
import { fetchTransport, type RemoteMarketplaceOptions } from '../../src/entries/remote.ts';

/** The options that choose a transport: one for each marketplace. */
export type TransportOptions = () => Pick<RemoteMarketplaceOptions, 'transport'>;

export const TRANSPORTS: readonly (readonly [name: string, options: TransportOptions])[] = [
  ['got', () => ({})],
  ['fetch', () => ({ transport: fetchTransport() })],
];
