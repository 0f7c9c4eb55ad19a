/**
 * `buybox/schemas`: the schemas of parameters, data, envelopes and error bodies, for the validation library zod, and the check of responses with them.
 *
 * @module buybox/schemas
 */
export * from '../contract/schemas/index.ts';
export { schemaDrift } from '../remote/drift.ts';
