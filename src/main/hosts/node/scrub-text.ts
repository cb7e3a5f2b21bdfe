const CHARS_MAX = 16_000;
const GONE = "[removed]";

/** Patterns of secrets and personal data, with what replaces them. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, GONE],
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, `$1 ${GONE}`],
  // Queries and fragments carry codes, states and tokens; user info carries passwords.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, `$1${GONE}@`],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/gi, `$1?${GONE}`],
  [
    /("?)\b([\w-]*(?:token|secret|password|passwd|assertion|authorization|cookie|credential|api[_-]?key|code|state|nonce)[\w-]*)\1\s*[:=]\s*("[^"]*"|'[^']*'|[^\s,;}]+)/gi,
    `$2=${GONE}`,
  ],
  [/\beyJ[\w-]+\.[\w.-]+/g, GONE],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, GONE],
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w+/=-]{32,}\b/g, GONE],
  [/\d{9,}/g, GONE],
];

/** Text as it may lie in a crash report: no secret, no query of an address, no home folder, not endless. */
export function scrubText(text: string, home: string): string {
  let clean = text.slice(0, CHARS_MAX);
  for (const [pattern, instead] of RULES) clean = clean.replaceAll(pattern, instead);
  return home.length > 1 ? clean.replaceAll(home, "~") : clean;
}
