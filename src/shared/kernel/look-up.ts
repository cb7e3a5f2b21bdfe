/** The value that a table has under a key from outside. What every object has, such as `constructor`, is in no table. */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
