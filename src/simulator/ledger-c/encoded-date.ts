import { QueryRefusal } from "./queries/query-refusal.ts";

/**
 * Dates inside the query engine. A date column must not leave the ledger in ISO form unless the
 * query asks for it, so dates are stored behind a mark that only TO_CHAR and the output layer
 * remove. The form compares correctly as text.
 */
const MARK = "\u0001";
const ENCODED = new RegExp(`${MARK}(\\d{4})-(\\d{2})-(\\d{2})T(\\d{2}):(\\d{2}):(\\d{2})`, "g");

/** Encodes `YYYY-MM-DD`; null stays null. */
export function encodeDay(day: string | null): string | null {
  return day === null ? null : `${MARK}${day}T00:00:00`;
}

/** Encodes a moment, to the second, in UTC. */
export function encodeMoment(ms: number): string {
  if (ms !== lastMoment.ms) lastMoment = { ms, text: `${MARK}${new Date(ms).toISOString().slice(0, 19)}` };
  return lastMoment.text;
}

// All rows of a transaction carry the same moment.
let lastMoment = { ms: Number.NaN, text: "" };

/** A text in which every encoded date is written the way the user prefers dates: `5/11/2020`. */
export function showDates(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replace(ENCODED, (_all, year: string, month: string, day: string) => `${Number(month)}/${Number(day)}/${year}`);
}

/** TO_CHAR for dates. @throws QueryRefusal for a format or value that the ledger does not take */
export function toChar(value: string, format: string): string {
  const iso = value.slice(1);
  if (!value.startsWith(MARK) || iso.length !== 19) throw new QueryRefusal("TO_CHAR expects a date");
  return fill(format, {
    YYYY: iso.slice(0, 4),
    MM: iso.slice(5, 7),
    DD: iso.slice(8, 10),
    HH24: iso.slice(11, 13),
    MI: iso.slice(14, 16),
    SS: iso.slice(17, 19),
  });
}

/** TO_DATE and TO_TIMESTAMP: text to encoded date. @throws QueryRefusal when the text does not follow the format */
export function toDate(text: string, format: string): string {
  const parts: Record<string, string> = {};
  let rest = text;
  for (const piece of pieces(format)) {
    if (piece.field === null) {
      if (!rest.startsWith(piece.text)) throw new QueryRefusal(`date text does not match format: ${text}`);
      rest = rest.slice(piece.text.length);
      continue;
    }
    const width = piece.field === "YYYY" ? 4 : 2;
    const digits = rest.slice(0, width);
    if (!new RegExp(`^\\d{${width}}$`).test(digits)) throw new QueryRefusal(`date text does not match format: ${text}`);
    parts[piece.field] = digits;
    rest = rest.slice(width);
  }
  // A fraction of a second is cut off: the ledger keeps whole seconds.
  if (rest !== "" && !/^\.\d+$/.test(rest)) throw new QueryRefusal(`date text is longer than its format: ${text}`);
  const day = `${parts.YYYY ?? "2000"}-${parts.MM ?? "01"}-${parts.DD ?? "01"}`;
  const iso = `${day}T${parts.HH24 ?? "00"}:${parts.MI ?? "00"}:${parts.SS ?? "00"}`;
  if (Number.isNaN(Date.parse(`${iso}Z`))) throw new QueryRefusal(`not a date: ${text}`);
  return MARK + iso;
}

interface Piece {
  readonly field: string | null;
  readonly text: string;
}

function pieces(format: string): Piece[] {
  const found: Piece[] = [];
  const matcher = /"([^"]*)"|(YYYY|MM|DD|HH24|MI|SS)|([-/:. ])|(.)/gi;
  for (const match of format.matchAll(matcher)) {
    if (match[4] !== undefined) throw new QueryRefusal(`date format not recognized: ${format}`);
    if (match[2] !== undefined) found.push({ field: match[2].toUpperCase(), text: "" });
    else found.push({ field: null, text: match[1] ?? match[3] ?? "" });
  }
  return found;
}

function fill(format: string, fields: Record<string, string>): string {
  return pieces(format)
    .map((piece) => (piece.field === null ? piece.text : (fields[piece.field] ?? "")))
    .join("");
}
