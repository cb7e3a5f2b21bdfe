const MATCHES_MAX = 1000;

/** A piece of text; `match` numbers the pieces that match the search. */
export interface Piece {
  readonly text: string;
  readonly match: number | null;
}

/** Splits text at each occurrence of `wanted`, ignoring case. Joined, the pieces are the text. */
export function splitMatches(text: string, wanted: string): readonly Piece[] {
  if (wanted === "") return [{ text, match: null }];
  const pieces: Piece[] = [];
  const escaped = wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  let at = 0;
  let count = 0;
  for (const found of text.matchAll(new RegExp(escaped, "giu"))) {
    if (count === MATCHES_MAX) break;
    if (found.index > at) pieces.push({ text: text.slice(at, found.index), match: null });
    pieces.push({ text: found[0], match: count++ });
    at = found.index + found[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), match: null });
  return pieces;
}

/** The pieces of each line, which ends with its line break. Joined, they are the text, too. */
export function linesOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  let line: Piece[] = [];
  const lines = [line];
  for (const { text, match } of pieces) {
    for (const part of text.split(/(?<=\n)/)) {
      line.push({ text: part, match });
      if (!part.endsWith("\n")) continue;
      line = [];
      lines.push(line);
    }
  }
  return lines.filter(({ length }) => length > 0);
}
