/** Everything that a debugger, a logger or another program can reach from a value. */

/** Returns every string that is reachable: members of all kinds, also hidden ones, symbols, getters, entries, bytes and prototypes of its own. */
export function textsReachableFrom(start: unknown): string[] {
  const texts: string[] = [];
  const seen = new Set<object>();
  const open: unknown[] = [start];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') texts.push(value);
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
    if (value === globalThis || value === process) continue;
    seen.add(value);
    if (ArrayBuffer.isView(value)) {
      texts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'));
      continue;
    }
    if (value instanceof Map) open.push(...value.entries());
    if (value instanceof Set) open.push(...value);
    for (const name of Reflect.ownKeys(value)) {
      if (typeof name === 'string') texts.push(name);
      open.push(memberOf(value, name));
    }
    open.push(Object.getPrototypeOf(value));
  }
  return texts;
}

function memberOf(value: object, name: string | symbol): unknown {
  try {
    return Reflect.get(value, name);
  } catch {
    return undefined;
  }
}
