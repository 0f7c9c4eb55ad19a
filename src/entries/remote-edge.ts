/** `buybox/remote` where there is no Node: Workers, browsers, Deno and Bun load this build of it. It exports the same, but calls services with `fetch`. */
export { createRemoteMarketplace } from '../remote/edge.ts';
export * from './remote-exports.ts';
