/** Words that begin a line or fill a cell, with their first letter as a capital. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
