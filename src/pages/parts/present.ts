/** Values that a page shows: what it does not show is absent, not `undefined`. */

/** An object whose members that can be `undefined` are optional. */
type Present<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<Members[Name], undefined>;
};

/** Returns an object without its members that are `undefined`. */
export const present = <Members extends object>(members: Members): Present<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<Members>;
