import type { Books, BooksOptions } from "./types.ts";

/**
 * Invents the books of one company: the same options give the same books, to the last digit.
 * Amounts of every transaction are positive (the kind gives the direction), except on journal lines.
 */
export function generateBooks(options: BooksOptions): Books {
  throw new Error(`not written yet: ${options.name}`);
}
