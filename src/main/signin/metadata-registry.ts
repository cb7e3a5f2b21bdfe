/** The four functions of the metadata proposal that the certificate library's injector asks of `Reflect`. */
interface MetadataFunctions {
  defineMetadata(key: unknown, value: unknown, target: object): void;
  getMetadata(key: unknown, target: object): unknown;
  getOwnMetadata(key: unknown, target: object): unknown;
}

/**
 * Gives `Reflect` what the certificate library needs before it is loaded: it keeps notes on its own
 * classes and asks for no types of ours. Does nothing where it is there already.
 */
export function installMetadata(): void {
  const reflect = Reflect as typeof Reflect & Partial<MetadataFunctions>;
  if (reflect.getMetadata !== undefined) return;
  const notes = new WeakMap<object, Map<unknown, unknown>>();
  const own = (key: unknown, target: object): unknown => notes.get(target)?.get(key);
  const inherited = (key: unknown, target: object): unknown => {
    for (let at: object | null = target; at !== null; at = Object.getPrototypeOf(at) as object | null)
      if (notes.get(at)?.has(key) === true) return own(key, at);
    return undefined;
  };
  const functions: MetadataFunctions = {
    defineMetadata: (key, value, target) => {
      const known = notes.get(target) ?? new Map<unknown, unknown>();
      known.set(key, value);
      notes.set(target, known);
    },
    getMetadata: inherited,
    getOwnMetadata: own,
  };
  Object.assign(reflect, functions);
}
