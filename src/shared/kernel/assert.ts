/** A programming error: it is never handled, only logged with its trace. */
export class Defect extends Error {
  override readonly name = "Defect";
}

/**
 * Crashes the operation when a condition that the code relies on does not hold.
 * @throws Defect with `message`
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Defect(message);
}

/** Marks a branch that the types rule out. @throws Defect */
export function unreachable(value: never, what: string): never {
  throw new Defect(`${what}: unexpected value ${JSON.stringify(value)}`);
}
