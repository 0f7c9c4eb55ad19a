/** The types of data with only some fields. */
import type { IDENTIFYING } from './fields.ts';
import type { PageDataByType } from './generated/endpoints.ts';
import type { PageType } from './page-types.ts';

/** The name of a field that identifies data. */
export type IdentifyingField = (typeof IDENTIFYING)[number];

/** The paths of all fields: `title`, `brand.name`, and `shallow_parts.price` for the entries of a list. */
export type FieldPath<Data> = Data extends readonly (infer Entry)[]
  ? FieldPath<Entry>
  : Data extends object
    ? { [Key in keyof Data & string]: Key | `${Key}.${FieldPath<NonNullable<Data[Key]>>}` }[keyof Data & string]
    : never;

/** Data with only the fields of these paths, and what identifies it. */
export type PickFields<Data, Path extends string> = Data extends readonly (infer Entry)[]
  ? PickFields<Entry, Path>[]
  : string extends keyof Data
    ? Data
    : Data extends object
      ? {
          [Key in keyof Data as Key extends IdentifyingField | FirstOf<Path> ? Key : never]: Key extends
            | Path
            | Exclude<IdentifyingField, FirstOf<Path>>
            ? Data[Key]
            : PickFields<Data[Key], RestOf<Path, Key & string>>;
        }
      : Data;

/** Data with some fields that are not known at compile time: each can be absent, except what identifies the data. */
export type SomeFields<Data> = Data extends readonly (infer Entry)[]
  ? SomeFields<Entry>[]
  : Data extends object
    ? Flat<
        { [Key in keyof Data as Key extends IdentifyingField ? Key : never]: Data[Key] } & {
          [Key in keyof Data as Key extends IdentifyingField ? never : Key]?: SomeFields<Data[Key]>;
        }
      >
    : Data;

/** Stands for all fields where a type names the fields that were asked for. */
export interface AllFields {
  /** Only tells this type from others. No value has it. */
  readonly all: 'fields';
}

/** The paths of the fields that were asked for: a union, `string` if they are not known at compile time, or {@link AllFields}. */
export type FieldsAsked = string | AllFields;

/** The data for a choice of fields: all, only those of a union of paths, and {@link SomeFields} for a choice that is not known at compile time. */
export type DataOf<Data, Field extends FieldsAsked> = [AllFields] extends [Field]
  ? Data
  : [FieldPath<Data>] extends [Field]
    ? SomeFields<Data>
    : PickFields<Data, Field & string>;

/** A name in a list of fields. Of a list that is known at compile time, each name must be a known one. */
export type FieldName<Field extends FieldsAsked, Known extends string> = string extends Field
  ? Field
  : Field extends Known
    ? Field
    : Known;

/** The path of a field of a page type's data. */
export type PageField<Type extends PageType = PageType> = { [T in Type]: FieldPath<PageDataByType[T]> }[Type];

/** Which fields a call returns, and a parser reads. */
export type FieldChoice<Type extends PageType, Field extends FieldsAsked = PageField<Type>> = {
  /**
   * Only these fields of `data`, by their paths: `title`, `brand.name`, `shallow_parts.price` for the entries of a list. Reading fewer fields takes
   * less time. What identifies the data (`asin`, for example) is always part of it. `scrape` ignores fields that the page type does not have.
   * @default all
   */
  fields?: readonly FieldName<Field, PageField<Type>>[] | undefined;
};

type FirstOf<Path extends string> = Path extends `${infer First}.${string}` ? First : Path;
type RestOf<Path extends string, First extends string> = Path extends `${First}.${infer Rest}` ? Rest : never;
type Flat<Data> = { [Key in keyof Data]: Data[Key] };
