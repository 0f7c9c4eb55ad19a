/** The fields that a caller asks for: paths in the data such as `title`, `brand.name` and `shallow_parts.price`. */
import type { BadRequestError } from './errors.ts';
import { type FieldNames, fieldNames } from './generated/field-names.ts';
import type { PageType } from './page-types.ts';
import { shown } from './shown.ts';
import { nearestOf, synonymOf } from './similar.ts';
import { wrongParameter } from './wrong-parameter.ts';

/**
 * The fields that identify data, and tell its kind and its place in a list. It is part of the data whatever fields a caller asks for, at each level: `asin`
 * of a product, and of each entry in `shallow_parts`.
 */
export const IDENTIFYING = [
  'asin',
  'seller_id',
  'store_id',
  'author_id',
  'node_id',
  'review_id',
  'kind',
  'rank',
  'current_page',
  'page_index',
] as const;

/** Fields by name. The value has the fields inside of an object or of the entries of a list; `undefined` means all of them. */
export type FieldTree = ReadonlyMap<string, FieldTree | undefined>;

/** The most fields of a call. No page type has more. */
export const MOST_FIELDS = 300;

const EXPECTED = 'expected a list of field names such as ["title", "brand.name"]';
const LEAVE_OUT = 'Leave it out for all fields.';

/**
 * Checks the names of fields.
 *
 * @param types The page types of the data. A field of any of them is accepted.
 * @param known Further names that are accepted.
 * @returns The names in the given order. Repeated names, and fields inside of another one in the list, are left out.
 * @throws BadRequestError `INVALID_PARAMETER` for anything but a list of fields of these types, with the most similar name
 */
export function checkedFields(
  fields: unknown,
  types: readonly PageType[],
  known: ReadonlySet<string> = new Set(),
): string[] {
  if (!Array.isArray(fields)) throw invalid(`${shown(fields)} is not a list: ${EXPECTED}. ${LEAVE_OUT}`);
  if (fields.length === 0) throw invalid(`the list is empty: expected at least one field name. ${LEAVE_OUT}`);
  if (fields.length > MOST_FIELDS)
    throw invalid(`${fields.length} names are too many: expected at most ${MOST_FIELDS}. ${LEAVE_OUT}`);
  // `map` leaves out holes of a list.
  const names = Array.from(fields, (name: unknown) => {
    if (typeof name !== 'string') throw invalid(`${shown(name)} is not a string: ${EXPECTED}.`);
    if (!known.has(name) && !types.some((type) => isFieldOf(name, type))) throw unknownField(name, types, known);
    return name;
  });
  return outermost(names);
}

/** Returns the fields without repeated ones and without those inside of another one, in an order that does not depend on the given one. */
export const canonicalFields = (fields: readonly string[]): string[] => outermost(fields).sort();

function outermost(fields: readonly string[]): string[] {
  const all = new Set(fields);
  return [...all].filter((field) => !isInside(field, all));
}

function isInside(field: string, all: ReadonlySet<string>): boolean {
  for (let end = field.indexOf('.'); end >= 0; end = field.indexOf('.', end + 1))
    if (all.has(field.slice(0, end))) return true;
  return false;
}

/** Returns the fields of a call's parameters. `undefined` for all. */
export const fieldsOf = (params: object): readonly string[] | undefined =>
  (params as { fields?: readonly string[] }).fields;

/** Returns fields as a tree. */
export function fieldTree(fields: readonly string[]): FieldTree {
  const top = new Map<string, FieldTree | undefined>();
  for (const field of outermost(fields)) {
    const parts = field.split('.');
    const last = parts.pop() ?? field;
    let tree: Map<string, FieldTree | undefined> = top;
    for (const part of parts) {
      const inner = new Map(tree.get(part));
      tree.set(part, inner);
      tree = inner;
    }
    tree.set(last, undefined);
  }
  return top;
}

/**
 * Returns a value with only some fields: first those that are always included, then the others in the order of the tree.
 *
 * @param always Fields that are included at each level. @default what identifies data: see {@link IDENTIFYING}
 * @example pickFields({ asin: 'B0LANTERN1', brand: { name: 'Larkmoor', url: '/stores/1' }, reviews: 2 }, fieldTree(['brand.name']))
 * // { asin: 'B0LANTERN1', brand: { name: 'Larkmoor' } }
 */
export function pickFields(value: unknown, tree: FieldTree, always: readonly string[] = IDENTIFYING): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => pickFields(entry, tree, always));
  if (typeof value !== 'object' || value === null) return value;
  const members: Readonly<Record<string, unknown>> = { ...value };
  const names = new Set([...always, ...tree.keys()]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      if (!Object.hasOwn(members, name)) return [];
      const inner = tree.get(name);
      return [[name, inner === undefined ? members[name] : pickFields(members[name], inner, always)]];
    }),
  );
}

/**
 * Returns a result with only some fields of its data. It makes no difference if the data already has only these. Data of a page type that this
 * version does not know stays whole: nobody could ask for its fields.
 */
export function withFields<Result extends { readonly page_type?: unknown; readonly data?: unknown }>(
  result: Result,
  fields: readonly string[] | undefined,
): Result {
  if (fields === undefined || !isKnownType(result.page_type)) return result;
  return { ...result, data: pickFields(result.data, fieldTree(fields)) };
}

const isKnownType = (type: unknown): boolean => type === undefined || Object.hasOwn(fieldNames, String(type));

/** Whether a page type has a field. */
export function isFieldOf(path: string, type: PageType): boolean {
  const paths = pathsOf(type);
  return paths.has(path) || (!path.endsWith('.') && paths.has(`${path.slice(0, path.lastIndexOf('.') + 1)}*`));
}

/** Returns the paths of all fields of a page type. */
export const fieldPaths = (type: PageType): string[] => [...pathsOf(type)].filter((path) => !path.endsWith('*'));

/** The paths of the fields of page types, `*` for the names in a map: every call checks its fields. */
const known = new Map<PageType, ReadonlySet<string>>();

function pathsOf(type: PageType): ReadonlySet<string> {
  const paths = known.get(type) ?? new Set(pathsIn(fieldNames[type], ''));
  known.set(type, paths);
  return paths;
}

function pathsIn(names: FieldNames, prefix: string): string[] {
  if (names === 'map') return [`${prefix}*`];
  const [values, objects = {}] = names;
  const inner = Object.entries(objects).flatMap(([name, fields]) => [
    prefix + name,
    ...pathsIn(fields, `${prefix}${name}.`),
  ]);
  return [...values.split(/\s+/).flatMap((name) => (name === '' ? [] : prefix + name)), ...inner];
}

function unknownField(name: string, types: readonly PageType[], known: ReadonlySet<string>): BadRequestError {
  const paths = [...new Set([...known, ...types.flatMap(fieldPaths)])];
  return invalid(`${shown(name)} is not a field of ${types.join(', ')}. ${fieldHint(name, paths)}`);
}

/** Suggests a field, or says where all are: there are too many for a message. The last part of a path is enough: `deal_id` for `promotion.deal.deal_id`. */
export function fieldHint(wrong: string, paths: readonly string[]): string {
  const meant = synonymOf(wrong, paths);
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  const within = paths.filter((path) => path.endsWith(`.${wrong}`)).slice(0, 3);
  if (within.length > 0) return `Did you mean ${within.map((name) => `"${name}"`).join(' or ')}?`;
  const nearest = nearestOf(
    wrong,
    paths.filter((path) => wrong.includes('.') || !path.includes('.')),
  );
  return nearest === undefined ? '`buybox docs data` lists all fields.' : `Did you mean "${nearest}"?`;
}

const invalid = (problem: string): BadRequestError => wrongParameter('fields', problem);
