/**
 * `buybox/remote`: the backend that calls a hosted `/v1` service, with the codes, types and errors of the contract. It has no page parser, and loads
 * the schemas of responses when it checks the first response.
 *
 * @module buybox/remote
 */
export { createRemoteMarketplace } from '../remote/node.ts';
export * from './remote-exports.ts';
