/** The contract: codes, parameters, envelopes, data, errors, the tables of endpoints and of page types. */
export * from './client.ts';
export * from './data/index.ts';
