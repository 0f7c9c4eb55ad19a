/** The oldest Node that the package supports, as in `engines` of package.json. */
const OLDEST = [22, 18] as const;

/** The globals that tell runtimes apart. */
interface Scope {
  process?: { versions?: { node?: string } };
  navigator?: { userAgent?: string } | undefined;
}

/** Returns why this Node is too old; `undefined` if it is not, and in other runtimes, which have version numbers of their own. */
export function nodeProblem({ process, navigator }: Scope = globalThis): string | undefined {
  const version = process?.versions?.node;
  // Other runtimes, such as Bun and Workers, name themselves here. Node 20 has no `navigator`.
  const isNode = version !== undefined && (navigator === undefined || /^Node\.js\//.test(String(navigator.userAgent)));
  if (!isNode) return undefined;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  return isOld ? `buybox needs Node ${OLDEST.join('.')} or newer, this is ${version}` : undefined;
}
