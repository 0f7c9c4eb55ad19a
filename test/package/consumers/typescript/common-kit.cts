/** The same from CommonJS: the types of msw are those of an ES module. */
import { apiHandlers, arbitraries, type FakeMarketplace } from 'buybox/testing';

export const handlers: () => readonly unknown[] = () => apiHandlers();
export const generate: () => unknown = () => arbitraries.product;
export type Fake = FakeMarketplace;
