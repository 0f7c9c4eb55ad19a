/** Sets a key as the newest one of a map, whose first key is the oldest. The oldest is dropped if there are too many, so that many callers need no more memory. */
export function setNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
