/**
 * The people that a text asks to look, in its order: `@Name`, in any case. Of two names that begin alike the
 * longer one counts.
 */
export function mentionsIn(text: string, names: readonly string[]): string[] {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const found = new Set<string>();
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const rest = text.slice(at + 1).toLowerCase();
    const name = longestFirst.find((candidate) => rest.startsWith(candidate.toLowerCase()) && !isWord(rest.charAt(candidate.length)));
    if (name !== undefined && !isWord(text.charAt(at - 1))) found.add(name);
  }
  return [...found];
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}
