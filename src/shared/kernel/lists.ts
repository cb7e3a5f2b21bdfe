/** Orders texts by their code units: the same on every computer, whatever its language. For `sort`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Appends to the list of a key. */
export function push<K, V>(grouped: Map<K, V[]>, key: K, value: V): void {
  const list = grouped.get(key);
  if (list === undefined) grouped.set(key, [value]);
  else list.push(value);
}
