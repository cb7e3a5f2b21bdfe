/** A count with its noun: `1 bill`, `3 bills`. Nouns with another plural name it. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
