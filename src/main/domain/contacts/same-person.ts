/** True for one person at two machines: people are noted as `name@machine`, and a name is one person's. */
export function samePerson(a: string, b: string): boolean {
  return nameOf(a) === nameOf(b);
}

interface Signed {
  readonly role: "preparer" | "reviewer";
  readonly person: string;
  readonly stale: boolean;
}

/** The person who signed as both preparer and reviewer, or null. Importing a review from another machine can cause this. */
export function oneForBoth(signatures: readonly Signed[]): string | null {
  const standing = (wanted: Signed["role"]) => signatures.find(({ role, stale }) => role === wanted && !stale);
  const [preparer, reviewer] = [standing("preparer"), standing("reviewer")];
  if (preparer === undefined || reviewer === undefined) return null;
  return samePerson(preparer.person, reviewer.person) ? reviewer.person : null;
}

function nameOf(noted: string): string {
  const at = noted.lastIndexOf("@");
  return (at <= 0 ? noted : noted.slice(0, at)).toLowerCase();
}
