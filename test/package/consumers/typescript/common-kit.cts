/** The same from CommonJS. */
import { arbitraries, type FakeMarketplace } from 'buybox/testing';

export const generate: () => unknown = () => arbitraries.product;
export type Fake = FakeMarketplace;
